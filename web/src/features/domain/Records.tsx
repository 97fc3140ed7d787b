import { useTranslations } from 'next-intl';
import { CopyField } from '@/kit/cell/CopyField';
import { Tone } from '@/kit/dict/Tone';
import { useFormat } from '@/lib/format';
import type { DnsRecord } from './domain';
import css from './domain.module.css';

const TONES = { waiting: 'gray', ok: 'green', missing: 'orange', wrong: 'red', unanswered: 'gold' } as const;

/** The records that the owner of a domain publishes, each with its state and what to do. */
export function Records({ records }: { records: DnsRecord[] }) {
  return (
    <ul className={css.records}>
      {records.map((r) => (
        <li key={r.purpose + r.host + r.type} data-state={r.state}>
          <RecordCard record={r} />
        </li>
      ))}
    </ul>
  );
}

function RecordCard({ record: r }: { record: DnsRecord }) {
  const t = useTranslations('domain');
  const f = useFormat();
  return (
    <>
      <div className={css.recordHead}>
        <h3>{t(`purposes.${r.purpose}`)}</h3>
        <Tone tone={TONES[r.state]}>{t(`standing.${r.state}`)}</Tone>
        {!r.required && <Tone tone="gray">{t('optional')}</Tone>}
        {r.checkTime && <time dateTime={r.checkTime}>{f.minute(r.checkTime)}</time>}
      </div>
      <p className={css.note}>{t(`why.${r.purpose}`)}</p>
      <dl className={css.record}>
        <div>
          <dt>{t('type')}</dt>
          <dd>{r.type}</dd>
        </div>
        <div>
          <dt>{t('host')}</dt>
          <dd>
            <CopyField text={r.host} />
          </dd>
        </div>
        <div>
          <dt>{t('value')}</dt>
          <dd>
            <CopyField text={r.value} />
          </dd>
        </div>
        {r.type === 'MX' && (
          <div>
            <dt>{t('priority')}</dt>
            <dd>{r.priority}</dd>
          </div>
        )}
      </dl>
      {r.state === 'wrong' && r.found.length > 0 && (
        <p className={css.found}>
          {t('found')}{' '}
          {r.found.map((text) => (
            <code key={text} className={css.code}>
              {text}
            </code>
          ))}
        </p>
      )}
      {r.help && <p className={css.help}>{r.help}</p>}
      {r.purpose === 'tracking' && <TrackingHost state={r.state} />}
    </>
  );
}

const POINTS = { waiting: 'unknown', ok: 'pointing', missing: 'away', wrong: 'away', unanswered: 'unknown' } as const;

/** What is known of the host of tracked links: its alias is checked, and no certificate, for the platform has none for it. */
function TrackingHost({ state }: Pick<DnsRecord, 'state'>) {
  const t = useTranslations('domain.tracking');
  return (
    <p className={css.note}>
      <b>{t('title')}:</b> {t(POINTS[state])} {t('certificate')}
    </p>
  );
}
