import { BulbFilled, CheckCircleOutlined, CloseCircleFilled, WarningFilled } from '@ant-design/icons';
import { Progress } from 'antd';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import type { CheckedMail, MailProblem } from './mail';
import css from './mail.module.css';

/** Mailboxes cut what is longer (Gmail at about 102 KB). */
const SIZE = { warn: 90 * 1024, most: 102 * 1024 } as const;

/** `onGo` leads to a block, where there is an editor. */
type Props = { mail: CheckedMail; onGo?: (block: string) => void };

/** The size of an email, and what is wrong with it or could be better. */
export function Findings({ mail, onGo }: Props) {
  const t = useTranslations('mail');
  const f = useFormat();
  const kb = (bytes: number) => f.count(Math.round((bytes / 1024) * 10) / 10);
  const size = mail.bytes;
  const state = size > SIZE.most ? 'exception' : size > SIZE.warn ? 'active' : 'success';
  return (
    <>
      <section className={css.part} aria-label={t('size')}>
        <h2>{t('size')}</h2>
        <Progress
          percent={Math.min(100, Math.round((size / SIZE.most) * 100))}
          status={state === 'active' ? 'normal' : state}
          showInfo={false}
          strokeColor={state === 'active' ? '#d48806' : undefined}
          size="small"
          aria-label={t('size')}
        />
        <p data-state={state}>{t('sizeOf', { kb: kb(size), most: kb(SIZE.most) })}</p>
        {state !== 'success' && <p>{t(state === 'exception' ? 'sizeRefused' : 'sizeWarned')}</p>}
      </section>
      <section className={css.part} aria-label={t('check')}>
        <h2>{t('check')}</h2>
        {mail.problems.length === 0 && (
          <p className={css.fine}>
            <CheckCircleOutlined /> {t('fine')}
          </p>
        )}
        <ul className={css.findings}>
          {mail.problems.map((p) => (
            <Line key={`${p.key} ${p.block} ${p.field} ${p.message}`} problem={p} onGo={onGo} />
          ))}
        </ul>
      </section>
    </>
  );
}

const ICONS = { error: <CloseCircleFilled />, warning: <WarningFilled />, hint: <BulbFilled /> };

function Line({ problem, onGo }: { problem: MailProblem; onGo: Props['onGo'] }) {
  const t = useTranslations('mail');
  const { block, message, severity } = problem;
  const text = (
    <>
      <span role="img" aria-label={t(severity)} className={css[severity]}>
        {ICONS[severity]}
      </span>
      {message}
    </>
  );
  return (
    <li>
      {block && onGo ? (
        <button type="button" onClick={() => onGo(block)}>
          {text}
        </button>
      ) : (
        <div>{text}</div>
      )}
    </li>
  );
}
