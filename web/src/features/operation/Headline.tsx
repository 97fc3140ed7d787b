import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { Link } from '@/ui/Link';
import type { Figures } from './figures';
import { type Finding, findingsOf, worstOf } from './health';
import css from './operation.module.css';
import { LevelTag, useSpan } from './parts';

const ICONS = { good: CheckCircleFilled, check: ExclamationCircleFilled, bad: CloseCircleFilled } as const;

/** One sentence about the whole, and one about each thing that is not well. */
export function Headline({ figures }: { figures: Figures }) {
  const t = useTranslations('operation');
  const all = findingsOf(figures);
  const level = worstOf(all);
  const Icon = ICONS[level];
  const urgent = all.filter((x) => x.level === 'bad').length;
  return (
    <section className={css.headline} data-level={level} aria-label={t('state')}>
      <h2 role="status">
        <Icon aria-hidden />
        <span>{t(`headline.${level}`, { n: level === 'bad' ? urgent : all.length })}</span>
      </h2>
      {level === 'good' && <p>{t('headline.goodNote')}</p>}
      {all.length > 0 && (
        <ul className={css.findings}>
          {all.map((x) => (
            <li key={x.key + Object.values(x.values).filter((v) => typeof v === 'string')}>
              <LevelTag level={x.level} />
              <Sentence finding={x} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Sentence({ finding: { key, values, part } }: { finding: Finding }) {
  const t = useTranslations('operation');
  const f = useFormat();
  const span = useSpan();
  const { href } = useSearch();
  const channels = useDict('channel');
  const { name = '', channel = '', error = '', seconds = 0, share = 0, n = 0 } = values;
  const text = t(`findings.${key}` as 'findings.deadLetters', {
    name: key === 'unread' ? t(`sections.${name}` as 'sections.queues') : name,
    channel: channels.find(channel)?.name ?? channel,
    error: String(error),
    age: span(Number(seconds)),
    share: f.percent(Number(share)),
    n: Number(n),
  });
  return part === 'overview' ? <span>{text}</span> : <Link to={href({ part })}>{text}</Link>;
}
