import { DownloadOutlined, EnterOutlined, FileOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { DictTag } from '@/kit/dict/DictTag';
import { readableSize } from '@/kit/upload/upload';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import type { Message } from './inbox';
import css from './inbox.module.css';

type Props = {
  message: Message;
  conversation: string;
  quoted: Message['quoted'];
  onQuote?: (message: Message) => void;
};

/** Shows a message: a recipient's on the left, a reply with its state on the right. */
export function MessageBubble({ message: m, conversation, quoted, onQuote }: Props) {
  const t = useTranslations('conversation');
  const f = useFormat();
  return (
    <article className={css.said} data-in={m.in}>
      <div className={css.bubble}>
        {quoted && <QuotedText quoted={quoted} />}
        {m.kind === 'template' && <small className={css.kind}>{t('kinds.template')}</small>}
        {m.file && <SentFile message={m} conversation={conversation} />}
        {m.mediaId && <OwnPicture id={m.mediaId} />}
        {m.text ? (
          <p className={m.kind === 'reaction' ? css.emoji : undefined}>{m.text}</p>
        ) : (
          !m.file && !m.mediaId && <p className={css.quiet}>{t(`kinds.${m.kind}`)}</p>
        )}
      </div>
      <small className={css.under}>
        {m.word && <b className={css.word}>{t(`words.${m.word}`)}</b>}
        {m.operator && `${m.operator} · `}
        <time dateTime={m.time}>{f.minute(m.time).slice(11)}</time>
        {m.cost ? ` · ${f.credits(m.cost)}` : ''} {m.state && <DictTag code="inbox_state" value={m.state} />}
        {onQuote && (
          <Button
            className={css.quoteThis}
            type="text"
            size="small"
            icon={<EnterOutlined />}
            aria-label={t('quoteThis', { text: m.text || t(`kinds.${m.kind}`) })}
            onClick={() => onQuote(m)}
          />
        )}
      </small>
      {m.reason && <small className={css.reason}>{m.reason}</small>}
      {m.state === 'unknown' && <small className={css.reason}>{t('doubt')}</small>}
    </article>
  );
}

/** The start of a message that another one quotes. */
export function QuotedText({ quoted }: { quoted: { kind: string; text?: string; in: boolean } }) {
  const t = useTranslations('conversation');
  const text = quoted.text || t(`kinds.${quoted.kind as Message['kind']}`);
  return <blockquote className={css.quote}>{quoted.in ? text : t('you', { text })}</blockquote>;
}

/** A recipient's file: pictures are shown, everything can be saved. */
function SentFile({ message: m, conversation }: { message: Message; conversation: string }) {
  const t = useTranslations('conversation');
  const link = useQuery({
    ...get('/gc/inbox/{id}/messages/{message}/file', { path: { id: conversation, message: m.id } }),
    enabled: m.file === 'ready',
    staleTime: 1_800_000,
  });
  if (m.file !== 'ready') return <p className={css.quiet}>{t(`files.${m.file || 'waits'}`)}</p>;
  const url = link.data?.url;
  const picture = (m.kind === 'image' || m.kind === 'sticker') && m.fileType?.startsWith('image/');
  return (
    <>
      {picture && url && (
        // biome-ignore lint/performance/noImgElement: of the bucket, for an hour
        <img src={url} alt={t('kinds.image')} className={css.picture} />
      )}
      <a className={css.file} href={url} target="_blank" rel="noreferrer">
        {picture ? <DownloadOutlined aria-hidden /> : <FileOutlined aria-hidden />} {m.fileName}{' '}
        {m.fileSize ? `(${readableSize(m.fileSize)})` : ''}
      </a>
    </>
  );
}

/** The picture of a reply. */
export function OwnPicture({ id }: { id: string }) {
  const t = useTranslations('conversation');
  const file = useQuery({ ...get('/uf/uploadfile/{id}', { path: { id } }), staleTime: 1_800_000 });
  if (!file.data?.url) return <p className={css.quiet}>{t('kinds.image')}</p>;
  return (
    // biome-ignore lint/performance/noImgElement: of the bucket, for an hour
    <img src={file.data.url} alt={t('kinds.image')} className={css.picture} />
  );
}
