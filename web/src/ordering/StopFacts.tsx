import { POLL } from '@/core/constants';
import { call } from '@/kit/api/client';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import { at, useKind, useWords } from './kind';
import { handled } from './order';
import { useAsked } from './useAsked';

/** What stopping an order would charge: the server is asked when the question is put, and while it stands. */
export function StopFacts({ id }: { id: string }) {
  const t = useWords();
  const kind = useKind();
  const f = useFormat();
  const path = at(kind, '/{id}/stop');
  const now = useAsked([path, id], (signal) => call('get', path, { path: { id } }, { signal }), 2 * POLL.task);
  if (now.isError) return textOf(now.error);
  if (!now.data) return t('ask.stop.asking');
  return t(now.data.underWay > 0 ? 'ask.stop.textMore' : 'ask.stop.text', {
    done: f.count(handled(now.data, kind)),
    total: f.count(now.data.total),
    charged: f.credits(now.data.charge),
    back: f.credits(now.data.release),
    n: f.count(now.data.underWay),
  });
}
