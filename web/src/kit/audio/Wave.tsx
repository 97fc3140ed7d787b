import { useMemo } from 'react';
import css from './audio.module.css';

/** Lines that are drawn at most: thinner ones run together. */
const LINES = 72;
const LOUDEST = 255;

/** Returns the peak of each part, for a maximum number of parts. */
export function fewer(peaks: readonly number[], most = LINES): number[] {
  if (peaks.length <= most) return [...peaks];
  return Array.from({ length: most }, (_, i) => {
    const [from, to] = [Math.floor((i * peaks.length) / most), Math.floor(((i + 1) * peaks.length) / most)];
    return Math.max(...peaks.slice(from, to));
  });
}

/** Draws a sound's peaks, up to 255, and marks the part that was played. */
export function Wave({ peaks, part }: { peaks: readonly number[]; part: number }) {
  const few = useMemo(() => fewer(peaks), [peaks]);
  const path = few
    .map((p, i) => {
      const half = Math.max(1, (p / LOUDEST) * 15);
      return `M${i + 0.5} ${16 - half}V${16 + half}`;
    })
    .join('');
  return (
    <svg className={css.wave} viewBox={`0 0 ${few.length} 32`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
      <path d={path} data-heard style={{ clipPath: `inset(0 ${(1 - part) * 100}% 0 0)` }} />
    </svg>
  );
}
