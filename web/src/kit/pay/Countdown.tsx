import { useCountdown } from '@/lib/usePoll';

/** Shows the remaining time until an instant, in minutes and seconds. */
export function Countdown({ until, label }: { until: string | number; label: string }) {
  const left = useCountdown(until);
  const two = (n: number) => String(n).padStart(2, '0');
  return (
    <span role="timer" aria-label={label} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {two(Math.floor(left / 60))}:{two(left % 60)}
    </span>
  );
}
