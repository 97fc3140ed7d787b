import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { CountrySelect } from '@/kit/input/selects';
import { Select } from '@/ui/Select';
import { codesOf, isWindow, type Setting } from './setting';

const { Field, NumberField } = formOf<SettingValues>();

export type SettingValues = { value?: string | number | boolean | string[] | null };

/** The API's form of an input: text for all settings except switches. */
export function toApiValue({ value }: SettingValues): string | boolean {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'boolean' ? value : String(value ?? '');
}

/** Returns the initial value of the field. */
export function typedOf(s: Setting): string | number | boolean | string[] {
  if (s.type === 'countries') return codesOf(s.value);
  if (isNumber(s)) return Number(s.value);
  return s.type === 'boolean' ? s.value === true : String(s.value);
}

function inputOf(s: Setting, label: string) {
  if (s.options?.length) return <Select options={s.options.map((o) => ({ value: o, label: o }))} aria-label={label} />;
  switch (s.type) {
    case 'countries':
      return <CountrySelect mode="multiple" allowClear aria-label={label} />;
    case 'string':
      return <Input maxLength={s.max} aria-label={label} />;
    default:
      return <Input aria-label={label} />;
  }
}

const isNumber = (s: Setting) => !s.options?.length && (s.type === 'integer' || s.type === 'decimal');

/** The one field of a setting, by its type. */
export function ValueField({ setting: s, label }: { setting: Setting; label: string }) {
  const t = useTranslations('setting');
  const free = s.type === 'string' || s.type === 'window' || s.type === 'countries';
  if (s.type === 'boolean')
    return (
      <Field name="value" label={t('value')} valuePropName="checked" noStyle>
        <Switch aria-label={label} checkedChildren={t('on')} unCheckedChildren={t('off')} />
      </Field>
    );
  if (isNumber(s)) {
    const decimals = s.type === 'decimal' ? 2 : undefined;
    return (
      <NumberField
        name="value"
        label={t('value')}
        required
        decimals={decimals}
        min={s.min ?? 0}
        max={s.max ?? Number.MAX_SAFE_INTEGER}
        input={{ 'aria-label': label }}
      />
    );
  }
  const rules = () => {
    if (s.options?.length) return [];
    return s.type === 'window' ? [hours(t('windowForm'))] : [];
  };
  return (
    <Field
      name="value"
      label={t('value')}
      required={!free}
      rules={rules}
      extra={s.type === 'window' ? t('windowHint') : undefined}
    >
      {inputOf(s, label)}
    </Field>
  );
}

/** The rule of hours; an empty field passes. */
export function hours(text: string) {
  return {
    validator: (_: unknown, v?: string) =>
      !v?.trim() || isWindow(v.trim()) ? Promise.resolve() : Promise.reject(new Error(text)),
  };
}
