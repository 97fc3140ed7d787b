import { useTranslations } from 'next-intl';
import { DictTag, Time } from '@/kit/cell/cells';
import type { Entry } from './lead';
import css from './lead.module.css';

/** What happened to a lead, the newest first. */
export function History({ entries }: { entries: Entry[] }) {
  const t = useTranslations('lead');
  return (
    <ol className={css.history}>
      {entries.map((x) => (
        <li key={x.id} data-kind={x.kind}>
          <span>
            <b>{t(`kinds.${x.kind}`)}</b> <Value entry={x} />
          </span>
          {x.text && <p>{x.text}</p>}
          <small>
            {x.name && `${x.name} · `}
            <Time value={x.time} />
          </small>
        </li>
      ))}
    </ol>
  );
}

function Value({ entry: x }: { entry: Entry }) {
  if (x.kind === 'status') return <DictTag code="lead_status" value={x.value} />;
  if (x.kind === 'next') return x.dueTime ? <Time value={x.dueTime} /> : '–';
  return x.value;
}
