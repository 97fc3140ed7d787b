import { useLocale, useTranslations } from 'next-intl';
import { figure } from '@/lib/i18n/figures';
import css from './showcase.module.css';

/** Figures of the drawn campaign, with the custom properties of their colours. */
const FIGURES = [
  { label: 'demoSent', value: 12480, colour: '--figure-sent' },
  { label: 'demoDelivered', value: 12307, colour: '--figure-delivered' },
  { label: 'demoRead', value: 9216, colour: '--figure-read' },
] as const;

const FACTS = ['neverTwice', 'neverLost', 'payAccepted'] as const;

/** The half of the sign-in page that shows the product: a promise, a drawn campaign and three facts. Small screens leave it out. */
export function Showcase() {
  const t = useTranslations('auth');
  return (
    <div className={css.half}>
      <p className={css.promise}>{t('promise')}</p>
      <div className={css.stage} aria-hidden="true">
        <Phone />
        <Campaign />
      </div>
      <ul className={css.facts}>
        {FACTS.map((fact) => (
          <li key={fact}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <circle cx="10" cy="10" r="9" />
              <path d="m6 10.4 2.7 2.6L14 7.4" />
            </svg>
            {t(fact)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A chat whose message is sent, delivered, read and answered. */
function Phone() {
  const t = useTranslations('auth');
  return (
    <div className={css.phone}>
      <div className={css.bar}>
        <i />
        <b>{t('demoShop')}</b>
      </div>
      <div className={css.chat}>
        <div className={css.ours}>
          <span className={css.picture}>
            <svg viewBox="0 0 120 64" aria-hidden="true">
              <path d="M44 40 60 14l16 26z" fill="#ffd27a" />
              <path d="M60 40v14M48 55h24" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" />
            </svg>
          </span>
          {t('demoMessage')}
          <span className={css.receipt}>
            {'10:24'}
            <svg viewBox="0 0 18 11" aria-hidden="true">
              <path className={css.first} d="m1 6 3 3.4L10.4 1.6" />
              <path className={css.second} d="m7.5 8.6.9.8 6.4-7.8" />
            </svg>
          </span>
        </div>
        <div className={css.theirs}>
          {t('demoReply')}
          <span className={css.receipt}>{'10:25'}</span>
        </div>
      </div>
    </div>
  );
}

/** The figures of the campaign to which the message belongs. */
function Campaign() {
  const t = useTranslations('auth');
  const locale = useLocale();
  return (
    <div className={css.campaign}>
      <div className={css.name}>
        <b>{t('demoCampaign')}</b>
        <span>{t('demoRunning')}</span>
      </div>
      {FIGURES.map(({ label, value, colour }) => (
        <div className={css.figure} key={label} style={{ color: `var(${colour})` }}>
          <span>{t(label)}</span>
          <b>{figure(value, locale)}</b>
          <u>
            <i style={{ width: `${(value / FIGURES[0].value) * 100}%` }} />
          </u>
        </div>
      ))}
    </div>
  );
}
