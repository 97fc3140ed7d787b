import { Form, type FormInstance, Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import { DictSelect } from '@/kit/input/selects';
import { Select } from '@/ui/Select';
import { CodeSelect } from './CodeSelect';
import { type LovValues, SAMPLE } from './definition';
import { Entries } from './Entries';
import css from './lov.module.css';
import { FIELD } from './rules';

const { Field, NumberField } = formOf<LovValues>();

type Option = { label: string; value: string };

/** Options as text: one a line, value=name. */
export function optionsOf(lines: string[]): Option[] {
  return lines.flatMap((line) => {
    const [value = '', ...rest] = line.split('=');
    return value.trim() ? [{ value: value.trim(), label: rest.join('=').trim() || value.trim() }] : [];
  });
}

function Special({ form, i }: { form: FormInstance<LovValues>; i: number }) {
  const t = useTranslations('lovAdmin');
  const tag = Form.useWatch(['searchList', i, 'tag'], form);
  if (tag === 'DICT_SELECT') {
    return (
      <Field name={[i, 'dictCode']} label={t('dict')} required>
        <CodeSelect />
      </Field>
    );
  }
  if (tag === 'SELECT') {
    return (
      <Field
        name={[i, 'options']}
        label={t('options')}
        extra={t('optionsHint')}
        required
        getValueProps={(all?: Option[]) => ({
          value: (all ?? []).map((o) => (o.label === o.value ? o.value : `${o.value}=${o.label}`)),
        })}
        normalize={optionsOf}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[';']} />
      </Field>
    );
  }
  if (tag !== 'INPUT_NUMBER') return null;
  return (
    <div className={css.pair}>
      <NumberField name={[i, 'min']} label={t('min')} />
      <NumberField name={[i, 'max']} label={t('max')} />
    </div>
  );
}

/** The search fields of a picker, in their order. */
export function SearchEditor({ form }: { form: FormInstance<LovValues> }) {
  const t = useTranslations('lovAdmin');
  return (
    <Entries
      name="searchList"
      title={t('search')}
      add={t('addSearch')}
      most={20}
      fresh={{ field: '', tag: 'INPUT_TEXT' }}
    >
      {(i) => (
        <>
          <div className={css.pair}>
            <Field name={[i, 'field']} label={t('field')} required rules={(r) => [r.pattern(FIELD, t('fieldRule'))]}>
              <Input placeholder={SAMPLE.shown} />
            </Field>
            <Field name={[i, 'tag']} label={t('tag')} required>
              <DictSelect code="lov_search_tag" />
            </Field>
          </div>
          <Field name={[i, 'languages']} label={t('label')} required>
            <LanguagesInput maxLength={60} />
          </Field>
          <Special form={form} i={i} />
          <Field name={[i, 'adminShow']} label={t('adminSearch')} valuePropName="checked">
            <Switch size="small" />
          </Field>
        </>
      )}
    </Entries>
  );
}
