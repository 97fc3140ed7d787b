import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { postQuery } from '@/lib/api/query';
import { TYPING_PAUSE } from '@/lib/constants';
import { useDebounced } from '@/lib/useDebounced';
import { Findings } from './Findings';
import type { Shape } from './framed';
import { MailFrame } from './MailFrame';
import { PreviewValues } from './PreviewValues';
import css from './preview.module.css';
import { placeholdersOf } from './tree';
import type { EditorApi } from './useEditor';

/** The compiled email as a mailbox shows it, with the values of a recipient, and what could be better about it. */
export function PreviewPane({ api, onEdit }: { api: EditorApi; onEdit: () => void }) {
  const t = useTranslations('emaileditor.previewing');
  const [shape, setShape] = useState<Shape>('desktop');
  const [dark, setDark] = useState(false);
  const [values, setValues] = useState<Record<string, string>>({});
  const { design, subject } = api.state.now;
  const sent = useDebounced(values, TYPING_PAUSE);
  const query = useQuery({
    ...postQuery('/edm/template/preview', { body: { subject, design, values: sent } }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const preview = query.data;
  const go = (block: string) => {
    onEdit();
    api.select(block, true);
  };
  return (
    <div className={css.preview}>
      <section className={css.stage} aria-label={t('stage')}>
        <div className={css.bar}>
          <Segmented
            aria-label={t('shape')}
            value={shape}
            options={(['desktop', 'phone', 'text'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={setShape}
          />
          <Segmented
            aria-label={t('scheme')}
            value={dark}
            disabled={shape === 'text'}
            options={[
              { value: false, label: t('light') },
              { value: true, label: t('dark') },
            ]}
            onChange={setDark}
          />
        </div>
        {query.error ? (
          <ErrorAlert error={query.error} onRetry={query.refetch} />
        ) : preview ? (
          <MailFrame {...{ preview, shape, dark }} />
        ) : (
          <Skeleton active className={css.wait} />
        )}
      </section>
      <aside className={css.side} aria-label={t('side')}>
        <PreviewValues names={placeholdersOf(design, subject)} values={values} onChange={setValues} />
        {preview && <Findings preview={preview} onGo={go} />}
      </aside>
    </div>
  );
}
