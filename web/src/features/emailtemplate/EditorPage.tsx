'use client';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { TEMPLATE, type Template } from './calls';
import { emptyDesign } from './design';
import { type Draft, dropDraft } from './draft';
import { Session } from './Session';

type Props = {
  /** The id of a template, or `new`. */
  id: string;
  /** What a new template begins with. */
  start: Draft | null;
  /** Whether it begins with HTML that is imported. */
  importing: boolean;
  onBack: () => void;
  /** Told the id that a new template got. */
  onMade: (id: string) => void;
};

/**
 * The editor of a template. It begins with what is stored, or with the unsaved work of this tab; later answers of the server do not
 * replace what is being written.
 */
export default function EditorPage({ id, start, importing, onBack, onMade }: Props) {
  const t = useTranslations('emaileditor');
  const locale = useLocale();
  const [opened, setOpened] = useState({ id, epoch: 0 });
  const [saved, setSaved] = useState<Draft | null>(id === 'new' ? (start ?? blank(locale)) : null);
  const wanted = opened.id !== 'new' && saved === null;
  const query = useQuery({ ...get(TEMPLATE, { path: { id: opened.id } }), enabled: wanted, gcTime: 0, staleTime: 0 });
  if (wanted && query.data && !query.isFetching) setSaved(savedOf(query.data));
  if (!saved) {
    return (
      <Page title={t('title')} back={{ label: t('back'), onClick: onBack }}>
        {query.error ? <ErrorAlert error={query.error} onRetry={query.refetch} /> : <Skeleton active />}
      </Page>
    );
  }
  return (
    <Session
      key={opened.epoch}
      id={opened.id}
      saved={saved}
      restores={start === null}
      importing={importing && opened.epoch === 0}
      onBack={onBack}
      onMade={onMade}
      onReload={(now) => {
        dropDraft(now);
        setSaved(null);
        setOpened({ id: now, epoch: opened.epoch + 1 });
      }}
    />
  );
}

const blank = (locale: string): Draft => ({ name: '', subject: '', design: emptyDesign(locale), version: 0 });
const savedOf = ({ name, subject, design, version }: Template): Draft => ({
  name,
  subject,
  design,
  version,
});
