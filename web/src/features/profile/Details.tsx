import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { useUnsaved } from '@/kit/form/unsaved';
import { useSubmit } from '@/kit/form/useSubmit';
import { useLimit } from '@/kit/useLimit';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locales';
import { usePrefs } from '@/lib/theme/prefs';
import { Select } from '@/ui/Select';
import { localeOf, type Me } from './me';
import css from './profile.module.css';

const { Field } = formOf<ProfileFormValues>();

type ProfileFormValues = Pick<Me, 'name' | 'nickname' | 'email' | 'companyName' | 'segment'> & { language?: string };

/** Form of the user's own details. The language applies to the console and to notices. */
export function Details({ me }: { me: Me }) {
  const t = useTranslations('profile');
  const [form] = Form.useForm<ProfileFormValues>();
  const unsaved = useUnsaved();
  const { submit, busy } = useSubmit(
    form,
    ({ language, ...body }: ProfileFormValues) =>
      request('put', '/pi/personal/info', { body: { ...body, language: language as 'en_US' | undefined } }),
    {
      changes: ['/pi/personal/info'],
      done: t('saved'),
      onDone: () => {
        unsaved.saved();
        const locale = localeOf(form.getFieldValue('language') ?? '');
        if (locale) usePrefs.getState().set({ locale });
      },
    },
  );
  const languages = LOCALES.map((l) => ({ value: l.replace('-', '_'), label: LOCALE_NAMES[l] }));
  const digits = useLimit('segment.digits.max');
  const stars = useLimit('segment.stars.filter');
  const { name, nickname, email, companyName, segment } = me;
  return (
    <Form<ProfileFormValues>
      form={form}
      layout="vertical"
      requiredMark="optional"
      className={css.form}
      initialValues={{
        name,
        nickname,
        email,
        companyName,
        segment,
        language: me.language || usePrefs.getState().locale.replace('-', '_'),
      }}
      onValuesChange={unsaved.typed}
      onFinish={submit}
      scrollToFirstError
    >
      <Field name="name" label={t('name')} required rules={(r) => [r.max(50)]}>
        <Input autoComplete="name" />
      </Field>
      <Field name="nickname" label={t('nickname')} extra={t('nicknameNote')} rules={(r) => [r.max(50)]}>
        <Input autoComplete="nickname" />
      </Field>
      <Field name="email" label={t('email')} rules={(r) => [r.email]}>
        <Input type="email" autoComplete="email" />
      </Field>
      <Field name="companyName" label={t('companyName')} rules={(r) => [r.max(100)]}>
        <Input autoComplete="organization" />
      </Field>
      <Field name="segment" label={t('segment')} extra={t('segmentNote', { digits, stars })}>
        <Input maxLength={LIMITS.segmentText} autoComplete="off" inputMode="tel" />
      </Field>
      <Field name="language" label={t('language')} extra={t('languageNote')}>
        <Select options={languages} aria-label={t('language')} />
      </Field>
      <div className={css.submit}>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('save')}
        </Button>
      </div>
    </Form>
  );
}
