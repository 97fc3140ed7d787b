import { CodeOutlined, FileAddOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { framed } from '@/kit/mail/framed';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { get, postQuery } from '@/lib/api/query';
import { GALLERY, type Starter } from './calls';
import { emptyDesign } from './design';
import css from './dialogs.module.css';
import type { Draft } from './draft';

type Props = { open: boolean; onClose: () => void; onStart: (draft: Draft, importing?: boolean) => void };

/** What a new template begins with: nothing, or one of the starters, which are shown as mailboxes show them. */
export default function Start({ open, onClose, onStart }: Props) {
  const t = useTranslations('emaileditor.start');
  const locale = useLocale();
  const query = useQuery({ ...get(GALLERY), enabled: open, staleTime: Number.POSITIVE_INFINITY });
  const starters = query.data ?? [];
  const empty = (): Draft => ({ name: '', subject: '', design: emptyDesign(locale), version: 0 });
  return (
    <PageModal open={open} title={t('title')} width={1000} footer={null} onCancel={onClose}>
      <div className={css.gallery}>
        <Card name={t('empty')} text={t('emptyText')} picture={<FileAddOutlined />} onChoose={() => onStart(empty())} />
        {starters.map((s) => (
          <Card
            key={s.key}
            name={s.name}
            text={s.description}
            picture={<Thumbnail starter={s} />}
            onChoose={() => onStart({ name: s.name, subject: s.subject, design: s.design, version: 0 })}
          />
        ))}
        {query.isPending && <Skeleton active />}
        <Card
          name={t('import')}
          text={t('importText')}
          picture={<CodeOutlined />}
          onChoose={() => onStart(empty(), true)}
        />
      </div>
      {query.error && <ErrorAlert error={query.error} onRetry={query.refetch} />}
    </PageModal>
  );
}

/** A starter as mailboxes show it. */
function Thumbnail({ starter: { design, subject, name } }: { starter: Starter }) {
  const query = useQuery({
    ...postQuery('/edm/template/preview', { body: { design, subject } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!query.data) return null;
  return (
    <iframe
      title={name}
      aria-hidden="true"
      tabIndex={-1}
      sandbox=""
      loading="lazy"
      srcDoc={framed(query.data.html, false)}
    />
  );
}

type CardProps = { name: string; text: string; picture: ReactNode; onChoose: () => void };

function Card({ name, text, picture, onChoose }: CardProps) {
  return (
    <button type="button" className={css.card} onClick={onChoose}>
      <span className={css.thumb}>{picture}</span>
      <span className={css.cardText}>
        <b>{name}</b>
        <small>{text}</small>
      </span>
    </button>
  );
}
