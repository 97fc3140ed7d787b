import { useFormat } from '@/lib/format';
import { screening } from './state';

type Props = { collection: { screenStatus: string; screenDone: number; screenTotal: number } };

/** Shows the progress of a collection's screening. */
export function Progress({ collection: c }: Props) {
  const f = useFormat();
  return screening(c) && c.screenTotal > 0 ? f.percent(c.screenDone / c.screenTotal) : '–';
}
