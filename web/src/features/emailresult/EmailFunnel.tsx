import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import insight from '@/ordering/insight.module.css';
import css from './emailresult.module.css';
import { type EmailFunnel as Figures, type ResultOrder, shareOf } from './result';

type Props = { order: ResultOrder; funnel: Figures };

/** The colour of each step is that of the step of a message that it corresponds to. */
const COLOURS = { accepted: 'sent', delivered: 'arrived', loaded: 'read', clicked: 'replied' } as const;

/** The steps that the recipients of an email reached, what went wrong beside them, and what machines did. */
export function EmailFunnel({ order, funnel }: Props) {
  const t = useTranslations('emailresult');
  const f = useFormat();
  const { sent, arrived, activity } = funnel;
  const steps = [
    { key: 'accepted', count: sent, whole: 0 },
    { key: 'delivered', count: arrived, whole: sent },
    ...(order.trackLoads ? [{ key: 'loaded', count: activity?.loaded ?? 0, whole: arrived } as const] : []),
    ...(order.trackClicks ? [{ key: 'clicked', count: activity?.clicked ?? 0, whole: arrived } as const] : []),
  ] as const;
  return (
    <>
      <ol className={insight.funnel} aria-label={t('steps.title')}>
        {steps.map(({ key, count, whole }) => (
          <li key={key} data-testid={`result-${key}`}>
            <span>{t(`steps.${key}`)}</span>
            <i aria-hidden="true">
              <u data-step={COLOURS[key]} style={{ width: `${Math.min(1, shareOf(count, sent)) * 100}%` }} />
            </i>
            <b>{f.count(count)}</b>
            <small>{whole > 0 ? f.percent(shareOf(count, whole)) : ''}</small>
          </li>
        ))}
      </ol>
      <p className={css.note}>{t('steps.shares')}</p>
      <Losses funnel={funnel} />
      {order.trackLoads && <Note text={t('notes.loaded')} />}
      {order.trackClicks && <Note text={t('notes.clicked')} />}
      <Machines order={order} funnel={funnel} />
    </>
  );
}

const Note = ({ text }: { text: string }) => <p className={css.note}>{text}</p>;

/** Emails that came back, and recipients who do not want more of them; each with its share. */
function Losses({ funnel }: { funnel: Figures }) {
  const t = useTranslations('emailresult.losses');
  const f = useFormat();
  const { sent, arrived, bounces, complained, activity } = funnel;
  const all = [
    { key: 'hard', count: bounces?.hard ?? 0, whole: sent },
    { key: 'soft', count: bounces?.soft ?? 0, whole: sent },
    { key: 'blacklist', count: bounces?.blacklist ?? 0, whole: sent },
    { key: 'complained', count: complained ?? 0, whole: arrived },
    { key: 'unsubscribed', count: activity?.unsubscribed ?? 0, whole: arrived },
  ] as const;
  return (
    <dl className={css.tiles} aria-label={t('title')}>
      {all.map(({ key, count, whole }) => (
        <div key={key} data-testid={`result-${key}`} data-none={count === 0}>
          <dt>{t(key)}</dt>
          <dd>
            <b>{f.count(count)}</b> <small>{whole > 0 ? f.percent(shareOf(count, whole)) : ''}</small>
          </dd>
          <dd className={css.hint}>{t(`${key}Hint`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Recipients whose emails only machines loaded or clicked. They are in no figure above. */
function Machines({ order, funnel: { activity } }: Props) {
  const t = useTranslations('emailresult.machines');
  const loaded = activity?.machineLoaded ?? 0;
  const clicked = activity?.machineClicked ?? 0;
  if (!(order.trackLoads && loaded) && !(order.trackClicks && clicked)) return null;
  return (
    <section className={css.machines} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <ul>
        {order.trackLoads && loaded > 0 && <li data-testid="result-machineLoaded">{t('loaded', { n: loaded })}</li>}
        {order.trackClicks && clicked > 0 && (
          <li data-testid="result-machineClicked">{t('clicked', { n: clicked })}</li>
        )}
      </ul>
      <p>{t('why')}</p>
    </section>
  );
}
