import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Tone } from '@/kit/dict/Tone';
import { Panel } from '@/kit/page/Page';
import { IncidentActions } from './Announce';
import { type Announcement, type Service, TONES } from './status';
import css from './status.module.css';

type Props = { kind: 'active' | 'planned' | 'past'; all: Announcement[]; services: Service[]; staff: boolean };

/** What staff announce, with its updates. Past incidents say so when there were none; the others are left out then. */
export function Incidents({ kind, all, services, staff }: Props) {
  const t = useTranslations('servicestatus');
  if (all.length === 0 && kind !== 'past') return null;
  return (
    <Panel title={t(`incidents.${kind}`)}>
      {all.length === 0 && <p className={css.none}>{t('noIncidents')}</p>}
      {all.map((a) => (
        <Incident key={a.id} announcement={a} services={services} staff={staff} />
      ))}
    </Panel>
  );
}

function Incident({
  announcement: a,
  services,
  staff,
}: {
  announcement: Announcement;
  services: Service[];
  staff: boolean;
}) {
  const t = useTranslations('servicestatus');
  const names = services.filter((s) => a.services?.includes(s.service)).map((s) => s.name);
  return (
    <article className={css.incident} aria-label={a.title}>
      <header>
        <h3>{a.title}</h3>
        <Tone tone={TONES[a.state]}>{t(`states.${a.state}`)}</Tone>
        {staff && <IncidentActions incident={a} />}
      </header>
      <p className={css.when}>
        <Time value={a.startTime} /> – {a.endTime ? <Time value={a.endTime} /> : t('goesOn')}
        {names.length > 0 && ` · ${names.join(t('comma'))}`}
      </p>
      <p className={css.text}>{a.text}</p>
      {(a.updates?.length ?? 0) > 0 && (
        <ol className={css.updates} aria-label={t('updates')}>
          {a.updates?.toReversed().map((u) => (
            <li key={u.time}>
              <Time value={u.time} />
              <span className={css.text}>{u.text}</span>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
