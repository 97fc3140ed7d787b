import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { Field } from '@/kit/form/Field';
import type { Rules } from '@/kit/form/rules';
import { DigitsInput, MoneyInput } from '@/kit/input/NumberText';
import { Select } from '@/kit/input/Select';
import { CountrySelect } from '@/kit/input/selects';
import { codesOf, isWindow, type Setting } from './setting';

export type Values = { value?: string | boolean | string[] };

/** What the wire takes of what was typed: text for all but switches. */
export function wireOf({ value }: Values): string | boolean {
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

/** What the field begins with. */
export function typedOf(s: Setting): string | boolean | string[] {
  if (s.type === 'countries') return codesOf(s.value);
  return s.type === 'boolean' ? s.value === true : String(s.value);
}

function inputOf(s: Setting, label: string) {
  if (s.options?.length) return <Select options={s.options.map((o) => ({ value: o, label: o }))} aria-label={label} />;
  switch (s.type) {
    case 'countries':
      return <CountrySelect mode="multiple" allowClear aria-label={label} />;
    case 'integer':
      return <DigitsInput maxLength={String(s.max ?? '').length} aria-label={label} />;
    case 'decimal':
      return <MoneyInput aria-label={label} />;
    case 'string':
      return <Input maxLength={s.max} aria-label={label} />;
    default:
      return <Input aria-label={label} />;
  }
}

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
  const rules = (r: Rules) => {
    if (s.options?.length) return [];
    if (s.type === 'integer') return [r.integer(s.min ?? 0, s.max ?? Number.MAX_SAFE_INTEGER)];
    if (s.type === 'decimal') return [r.money(s.min, s.max)];
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
