import { useTranslations } from 'next-intl';
import { Tone } from '@/kit/dict/Tone';
import { Panel } from '@/kit/page/Page';
import type { Detail } from './domain';
import css from './domain.module.css';

type Report = NonNullable<Detail['spf']>;

const MAX_LOOKUPS = 10;

/** The SPF record with all that it includes, and how many of the ten lookups it needs. */
export function SpfTree({ report }: { report: Report }) {
  const t = useTranslations('domain');
  const tone = report.problem ? 'red' : 'green';
  return (
    <Panel title={t('spfTitle')} extra={<Tone tone={tone}>{t('spfCount', { n: report.lookups })}</Tone>}>
      <p className={css.note}>{t('spfNote')}</p>
      <div className={css.meter} aria-hidden data-over={report.lookups > MAX_LOOKUPS}>
        <span style={{ inlineSize: `${(Math.min(MAX_LOOKUPS, report.lookups) / MAX_LOOKUPS) * 100}%` }} />
      </div>
      {report.voids > 0 && <p className={css.note}>{t('spfVoids', { n: report.voids })}</p>}
      <ul className={css.terms}>
        {report.terms.map((term, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record may repeat a word
          <li key={i} style={{ paddingInlineStart: term.depth * 20 }}>
            <code className={css.code}>{term.text}</code>
            {term.lookup && <small>{t('lookup')}</small>}
            {term.void && <Tone tone="gold">{t('void')}</Tone>}
            {term.problem && <Tone tone="red">{t('wrongWord')}</Tone>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
