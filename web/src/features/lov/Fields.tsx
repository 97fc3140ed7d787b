import { type FormInstance, Input, Radio, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import { ColumnsEditor } from './ColumnsEditor';
import { type LovValues, SAMPLE } from './definition';
import css from './lov.module.css';
import { Preview } from './Preview';
import { FIELD, json } from './rules';
import { SearchEditor } from './SearchEditor';

const { Field, useWatch } = formOf<LovValues>();

const KEYWORD = /^[a-z][a-z0-9_]{1,39}$/;
const PATH = /^(\/[A-Za-z0-9_-]+)+$/;

/** The form of a definition, with a try of it before it is saved. */
export function Fields({ adding, form }: { adding: boolean; form: FormInstance<LovValues> }) {
  const t = useTranslations('lovAdmin');
  const method = useWatch('method', form);
  return (
    <>
      <Field
        name="keyword"
        label={t('keyword')}
        extra={t('keywordHint')}
        required
        rules={(r) => [r.pattern(KEYWORD, t('keywordRule'))]}
      >
        <Input disabled={!adding} />
      </Field>
      <Field name="languages" label={t('name')} required>
        <LanguagesInput maxLength={60} />
      </Field>
      <div className={css.pair}>
        <Field name="method" label={t('method')} required>
          <Radio.Group
            options={['GET', 'POST']}
            onChange={(e) => e.target.value === 'GET' && form.setFieldValue('position', 'query')}
          />
        </Field>
        <Field name="position" label={t('position')} required>
          <Radio.Group
            options={[
              { value: 'query', label: t('query') },
              { value: 'body', label: t('body'), disabled: method !== 'POST' },
            ]}
          />
        </Field>
      </div>
      <Field name="url" label={t('url')} extra={t('urlHint')} required rules={(r) => [r.pattern(PATH, t('urlRule'))]}>
        <Input placeholder={SAMPLE.url} />
      </Field>
      <div className={css.pair}>
        <Field
          name="key"
          label={t('key')}
          extra={t('keyHint')}
          required
          rules={(r) => [r.pattern(FIELD, t('fieldRule'))]}
        >
          <Input placeholder={SAMPLE.key} />
        </Field>
        <Field
          name="retField"
          label={t('retField')}
          extra={t('retFieldHint')}
          rules={(r) => [r.pattern(FIELD, t('fieldRule'))]}
        >
          <Input placeholder={SAMPLE.key} />
        </Field>
        <Field name="ret" label={t('ret')} extra={t('retHint')} rules={(r) => [r.pattern(FIELD, t('fieldRule'))]}>
          <Input placeholder={SAMPLE.shown} />
        </Field>
      </div>
      <Field
        name="fixedParams"
        label={t('fixedParams')}
        extra={t('fixedParamsHint')}
        rules={() => [json(t('objectRule'))]}
      >
        <Input.TextArea rows={2} placeholder='{"type":"2"}' />
      </Field>
      <Field name="multiple" label={t('multiple')} valuePropName="checked">
        <Switch />
      </Field>
      <ColumnsEditor />
      <SearchEditor form={form} />
      <Preview form={form} />
    </>
  );
}
