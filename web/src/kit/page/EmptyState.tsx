import { Empty } from 'antd';
import type { ReactNode } from 'react';
import { usePath } from '@/lib/router/navigate';
import css from './empty.module.css';

export type Motif = 'list' | 'bubble' | 'wave' | 'people' | 'money' | 'chart';

/** Motifs of pages by a part of their path; the others show a list. */
const OF_PAGE: [RegExp, Motif][] = [
  [/call|record|voice/, 'wave'],
  [/recharge|statement|finance|price|rate|usdt|saas|topup|agent/, 'money'],
  [/contact|customer|user|staff|servicer|lead|role|visitor|group/, 'people'],
  [/inbox|template|comment|notice|email|send/, 'bubble'],
];

export function motifOf(path: string): Motif {
  return OF_PAGE.find(([part]) => part.test(path))?.[1] ?? 'list';
}

/** What is drawn in the quiet colour, and over it what is drawn in the accent. */
const DRAWN: Record<Motif, [string, string]> = {
  list: [
    'M18 10h48a5 5 0 0 1 5 5v42a5 5 0 0 1-5 5H18a5 5 0 0 1-5-5V15a5 5 0 0 1 5-5zM36 24h24M36 36h24M36 48h14',
    'm21 24 3 3 5-6m-8 15 3 3 5-6M22 48h5',
  ],
  bubble: [
    'M17 10h44a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H31L19 59V48h-2a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6zM22 22h34M22 31h20',
    'm50 59 6 6 11-13M62 63l2 2 11-13',
  ],
  wave: ['M10 30v12M20 22v28M74 26v20M84 32v8', 'M30 14v44M41 26v20M52 8v56M63 18v36'],
  people: [
    'M36 34a11 11 0 1 0 0-22 11 11 0 0 0 0 22zM14 62c0-12 9-19 22-19s22 7 22 19',
    'M62 34a9 9 0 1 0-3-17m7 26c9 1 16 7 16 17',
  ],
  money: [
    'M54 56H16a5 5 0 0 1-5-5V21a5 5 0 0 1 5-5h52a5 5 0 0 1 5 5v17M11 28h62M21 45h14',
    'M70 66a12 12 0 1 0 0-24 12 12 0 0 0 0 24zm0-17v10',
  ],
  chart: ['M14 10v48a3 3 0 0 0 3 3h62M28 50V40M42 50V32M56 50V36M70 50V24', 'm26 30 16-10 14 6 18-16m-8-1 9 0 0 9'],
};

type Props = { motif?: Motif; description: ReactNode; className?: string; children?: ReactNode };

/** Says that nothing is here yet, with a drawing of what will be, and the action that brings it. */
export function EmptyState({ motif, description, className, children }: Props) {
  const path = usePath();
  const [quiet, accent] = DRAWN[motif ?? motifOf(path)];
  const drawing = (
    <svg className={css.drawing} data-motif viewBox="0 0 94 74" aria-hidden="true">
      <path d={quiet} />
      <path d={accent} />
    </svg>
  );
  return (
    <Empty className={`${css.empty} ${className ?? ''}`} image={drawing} description={description}>
      {children}
    </Empty>
  );
}
