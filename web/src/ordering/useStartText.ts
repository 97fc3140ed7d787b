import type { Dayjs } from 'dayjs';
import { useOrderTexts } from './kind';

/** When an order that is being written begins, in words. */
export function useStartText({ when, startTime }: { when?: 'now' | 'later'; startTime?: Dayjs }): string {
  const own = useOrderTexts();
  if (when !== 'later') return own('when.now');
  return startTime?.format('YYYY-MM-DD HH:mm') ?? '–';
}
