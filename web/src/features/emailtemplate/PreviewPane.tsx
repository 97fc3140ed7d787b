import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Findings } from '@/kit/mail/Findings';
import { MailStage } from '@/kit/mail/MailStage';
import { postQuery } from '@/lib/api/query';
import { TYPING_PAUSE } from '@/lib/constants';
import { useDebounced } from '@/lib/useDebounced';
import { PreviewValues } from './PreviewValues';
import css from './preview.module.css';
import { placeholdersOf } from './tree';
import type { EditorApi } from './useEditor';

/** The compiled email as a mailbox shows it, with the values of a recipient, and what could be better about it. */
export function PreviewPane({ api, onEdit }: { api: EditorApi; onEdit: () => void }) {
  const t = useTranslations('emaileditor.previewing');
  const mail = useTranslations('mail');
  const [values, setValues] = useState<Record<string, string>>({});
  const { design, subject } = api.state.now;
  const sent = useDebounced(values, TYPING_PAUSE);
  const query = useQuery({
    ...postQuery('/edm/template/preview', { body: { subject, design, values: sent } }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const go = (block: string) => {
    onEdit();
    api.select(block, true);
  };
  return (
    <div className={css.preview}>
      <section className={css.stage} aria-label={mail('stage')}>
        <MailStage mail={query.data} error={query.error} onRetry={query.refetch} />
      </section>
      <aside className={css.side} aria-label={t('side')}>
        <PreviewValues names={placeholdersOf(design, subject)} values={values} onChange={setValues} />
        {query.data && <Findings mail={query.data} onGo={go} />}
      </aside>
    </div>
  );
}
