import { Alert, Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Time } from '@/kit/cell/cells';
import { Html } from '@/kit/html/Html';
import { inLanguage } from '@/kit/input/LanguagesInput';
import { PageModal } from '@/kit/modal/PageModal';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales';
import { usePrefs } from '@/lib/theme/prefs';
import { usePost } from './EditPost';
import css from './notice.module.css';
import { languagesOf, type PostKind } from './post';

type Props = { kind: PostKind; id: string | null; onClose: () => void };

/** A post as its readers see it, in each language. */
export function Preview({ kind, id, onClose }: Props) {
  const t = useTranslations('notice');
  const own = usePrefs((s) => s.locale);
  const [locale, setLocale] = useState<Locale>(own);
  const { data, error } = usePost(kind, id);
  const of = (text: unknown) => inLanguage(languagesOf(text, 'en_US'), locale);
  return (
    <PageModal open={id !== null} title={t('preview')} footer={null} width={640} onCancel={onClose}>
      <Segmented
        className={css.languages}
        value={locale}
        onChange={setLocale}
        options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
      />
      {error && <Alert type="warning" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <article className={css.paper} lang={locale}>
          <h2>{of(data.title)}</h2>
          <p className={css.when}>
            <Time value={data.noticeTime ?? data.publishTime ?? data.updateTime} /> · {of(data.summary)}
          </p>
          <Html html={of(data.content)} />
        </article>
      )}
    </PageModal>
  );
}
