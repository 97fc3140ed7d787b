import { useQueryClient } from '@tanstack/react-query';
import { Button, type FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { deletePreview, PREVIEW, setPreview } from '@/kit/lov/cache';
import type { LovDefinition } from '@/kit/lov/definition';
import { LovPicker } from '@/kit/lov/LovPicker';
import { bodyOf, type LovValues } from './definition';
import css from './lov.module.css';

/** Opens the real picker with what the form says, before anything is saved (platform-services §4: local_preview). */
export function Preview({ form }: { form: FormInstance<LovValues> }) {
  const t = useTranslations('lovAdmin');
  const queries = useQueryClient();
  const [tried, setTried] = useState(0);
  const [value, setValue] = useState<unknown>();
  const attempt = async () => {
    try {
      await form.validateFields();
    } catch {
      form.scrollToField(form.getFieldsError().find((f) => f.errors.length > 0)?.name ?? [], { block: 'center' });
      return;
    }
    const definition = bodyOf(form.getFieldsValue(true) as LovValues) as unknown as LovDefinition;
    setPreview(queries, { ...definition, updateTime: new Date().toISOString() });
    setValue(undefined);
    setTried((n) => n + 1);
  };
  return (
    // The definition on trial goes with the form.
    <section aria-label={t('preview')} className={css.preview} ref={() => () => deletePreview(queries)}>
      <h3>{t('preview')}</h3>
      <p>{t('previewHint')}</p>
      <Button onClick={attempt}>{t('try')}</Button>
      {tried > 0 && (
        <LovPicker
          key={tried}
          keyword={PREVIEW}
          label={t('previewPicker')}
          value={value as never}
          onChange={(v) => setValue(v)}
        />
      )}
      {value !== undefined && (
        <p>
          {t('gives')} <code>{JSON.stringify(value)}</code>
        </p>
      )}
    </section>
  );
}
