import { AutoComplete, Form, Input, Switch } from 'antd';
import { useLocale, useTranslations } from 'next-intl';
import { DictLook } from '@/kit/dict/DictTag';
import { useDict } from '@/kit/dict/useDict';
import { formOf } from '@/kit/form/formOf';
import type { Rules } from '@/kit/form/rules';
import { inLanguage, LanguagesInput } from '@/kit/input/LanguagesInput';
import { DictSelect } from '@/kit/input/selects';
import { searching } from '@/lib/input/fold';
import { Select } from '@/ui/Select';
import { ColourInput } from './ColourInput';
import { BOOLEAN, type Entry, type EntryFormValues, NUMBER, useCodes } from './dict';
import css from './dict.module.css';

const { Field, NumberField, useWatch } = formOf<EntryFormValues>();

const CODE = /^[a-z][a-z0-9_]{1,39}$/;
const DECIMAL = /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/;
const MAX_ORDER = 100_000;

/** The fields of a dictionary's value. */
export function EntryFields({ row }: { row?: Entry }) {
  const t = useTranslations('dictAdmin');
  return (
    <>
      <CodeAndValue row={row} />
      <Field name="name" label={t('name')} extra={t('nameNote')} required>
        <LanguagesInput maxLength={60} />
      </Field>
      <Colour name="tagColor" label={t('tagColor')} />
      <Colour name="textColor" label={t('textColor')} extra={t('textNote')} />
      <Preview />
      <NumberField name="sort" label={t('sort')} min={0} max={MAX_ORDER} />
      <Field name="hidden" label={t('hidden')} extra={t('hideText')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}

/** All values of a dictionary have its type: that of a known one cannot be chosen. */
function CodeAndValue({ row }: { row?: Entry }) {
  const t = useTranslations('dictAdmin');
  const form = Form.useFormInstance<EntryFormValues>();
  const { codes, find } = useCodes();
  const code = useWatch('dictCode', form);
  const type = useWatch('valueType', form);
  const known = row !== undefined || find(code) !== undefined;
  const rules = (r: Rules) => (type === NUMBER ? [r.pattern(DECIMAL, t('number'))] : [r.max(60)]);
  return (
    <>
      <Field
        name="dictCode"
        label={t('dictCode')}
        extra={row ? undefined : t('codeNote')}
        required
        rules={(r) => [r.pattern(CODE, t('codeForm'))]}
      >
        <AutoComplete
          disabled={row !== undefined}
          options={codes.map((c) => ({ value: c.dictCode }))}
          showSearch={searching}
          onChange={(v: string) => {
            const valueType = find(v)?.valueType;
            if (valueType) form.setFieldsValue({ valueType });
          }}
        />
      </Field>
      <Field name="valueType" label={t('type')} extra={t('typeNote')} required>
        <DictSelect code="dict_value_type" disabled={known} onChange={() => form.setFieldValue('value', undefined)} />
      </Field>
      <Field name="value" label={t('value')} extra={row?.builtIn ? t('valueFixed') : undefined} required rules={rules}>
        {type === BOOLEAN ? (
          <Booleans disabled={row?.builtIn} />
        ) : (
          <Input disabled={row?.builtIn} inputMode={type === NUMBER ? 'decimal' : undefined} autoComplete="off" />
        )}
      </Field>
    </>
  );
}

function Booleans(props: { id?: string; disabled?: boolean; value?: string; onChange?: (v: string) => void }) {
  const names = useDict('yes_no');
  const options = ['true', 'false'].map((value) => ({ value, label: names.find(value)?.name ?? value }));
  return <Select<string> {...props} options={options} />;
}

function Colour({ name, label, extra }: { name: 'tagColor' | 'textColor'; label: string; extra?: string }) {
  const t = useTranslations('dictAdmin');
  const form = /^(#[0-9a-f]{6}|[a-z]+)$/i;
  return (
    <Field name={['attributes', name]} label={label} extra={extra} rules={(r) => [r.pattern(form, t('colourForm'))]}>
      <ColourInput name={name} label={label} />
    </Field>
  );
}

/** The value as every page will show it. */
function Preview() {
  const t = useTranslations('dictAdmin');
  const locale = useLocale();
  const form = Form.useFormInstance<EntryFormValues>();
  const name = useWatch('name', form);
  const look = useWatch('attributes', form);
  return (
    <div className={css.preview}>
      <span>{t('preview')}</span>
      <DictLook {...look} text={inLanguage(name, locale) || t('sample')} />
    </div>
  );
}
