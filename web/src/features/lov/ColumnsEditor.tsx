import { Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import { CodeSelect } from './CodeSelect';
import type { LovValues } from './definition';
import { SAMPLE } from './definition';
import { Entries } from './Entries';
import css from './lov.module.css';
import { FIELD, json } from './rules';

const { Field } = formOf<LovValues>();

/** The columns of a picker's table, in their order. */
export function ColumnsEditor() {
  const t = useTranslations('lovAdmin');
  return (
    <Entries name="bodyList" title={t('columns')} add={t('addColumn')} most={20} fresh={{ field: '' }} needed>
      {(i) => (
        <>
          <div className={css.pair}>
            <Field name={[i, 'field']} label={t('field')} required rules={(r) => [r.pattern(FIELD, t('fieldRule'))]}>
              <Input placeholder={SAMPLE.shown} />
            </Field>
            <Field name={[i, 'dictCode']} label={t('dict')}>
              <CodeSelect />
            </Field>
          </div>
          <Field name={[i, 'languages']} label={t('heading')} required>
            <LanguagesInput maxLength={60} />
          </Field>
          <div className={css.pair}>
            <Field name={[i, 'property']} label={t('property')} rules={() => [json(t('objectRule'))]}>
              <Input placeholder='{"width":160}' />
            </Field>
            <Field name={[i, 'adminShow']} label={t('adminColumn')} valuePropName="checked">
              <Switch size="small" />
            </Field>
          </div>
        </>
      )}
    </Entries>
  );
}
