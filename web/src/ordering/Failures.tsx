import { Panel } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import css from './insight.module.css';
import { useMessageTexts } from './kind';
import { useStat } from './useStat';

/** Why recipients got nothing, and what to do about each reason: blocked recipients, and failures of the provider. */
export function Failures({ id, busy }: { id: string; busy: boolean }) {
  const t = useMessageTexts();
  const f = useFormat();
  const reasons = useStat(id, busy).data?.reasons ?? [];
  const groups = [
    { title: t('heldBack'), of: reasons.filter((r) => r.held) },
    { title: t('failures'), of: reasons.filter((r) => !r.held) },
  ];
  return groups
    .filter((g) => g.of.length > 0)
    .map((g) => (
      <Panel key={g.title} title={g.title}>
        <ul className={css.reasons}>
          {g.of.map((r) => (
            <li key={r.key}>
              <span>{r.reason}</span>
              <b>{f.count(r.count)}</b>
              <small>{r.advice}</small>
            </li>
          ))}
        </ul>
      </Panel>
    ));
}
