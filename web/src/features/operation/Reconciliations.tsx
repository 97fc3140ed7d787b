import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { Panel } from '@/kit/page/Page';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import type { Figures, Reconciliation } from './figures';
import css from './operation.module.css';
import { NotMeasured } from './parts';

/** The last check of the books and of the payments, with its differences. */
export function Reconciliations({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  return (
    <Panel title={t('reconciliation')}>
      <p className={css.hint}>{t('reconciliationNote')}</p>
      {!figures.reconciliations && <NotMeasured why={t('readFailed')} />}
      <ul className={css.checks}>
        {(figures.reconciliations ?? []).map((r) => (
          <ReconciliationRow key={r.kind} check={r} />
        ))}
      </ul>
    </Panel>
  );
}

function ReconciliationRow({ check: r }: { check: Reconciliation }) {
  const t = useTranslations('operation');
  const path = usePathOf('aty/reconcile');
  const name = t(`kinds.${r.kind}`);
  const kind = r.kind === 'payments' ? '?kind=payments' : '';
  return (
    <li>
      <span className={css.named}>
        {path ? <Link to={path + kind}>{name}</Link> : name}
        <small>{r.startTime ? <Time value={r.startTime} /> : t('neverRun')}</small>
      </span>
      {r.differences > 0 && <Tone tone="red">{t('differences', { n: r.differences })}</Tone>}
      {r.differences === 0 && r.status === 'done' && <Tone tone="green">{t('balanced')}</Tone>}
      {r.differences === 0 && r.status === 'running' && <Tone tone="blue">{t('running')}</Tone>}
      {r.status === 'none' && <Tone tone="gray">{t('notYet')}</Tone>}
    </li>
  );
}
