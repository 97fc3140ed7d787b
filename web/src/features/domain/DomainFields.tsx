import { Checkbox, Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { useDict } from '@/kit/dict/useDict';
import { formOf } from '@/kit/form/formOf';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { BodyOf } from '@/lib/api/types';
import type { Domain } from './domain';

const { Field } = formOf<DomainValues>();

export type DomainValues = BodyOf<'post', '/domain'> & Pick<BodyOf<'put', '/domain'>, 'shared'>;

const LONGEST = 253;

/** The fields of a domain; its name and customer cannot change. */
export function DomainFields({ row }: { row?: Domain }) {
  const t = useTranslations('domain');
  const may = usePermission();
  const { options } = useDict('domain_use');
  return (
    <>
      {!row && (
        <Field name="name" label={t('name')} extra={t('nameHint')} required>
          <Input autoComplete="off" inputMode="url" maxLength={LONGEST} />
        </Field>
      )}
      <Field name="uses" label={t('uses')} extra={row && t('usesHint')} required>
        <Checkbox.Group options={options as { value: string; label: string }[]} />
      </Field>
      {!row && may({ types: [1, 11] }) && (
        <Field name="customerId" label={t('customerId')} extra={t(may({ types: [1] }) ? 'platformHint' : 'ownHint')}>
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
      {row && !row.customerId && may({ types: [1] }) && (
        <Field name="shared" label={t('shared')} extra={t('sharedHint')} valuePropName="checked">
          <Switch aria-label={t('shared')} />
        </Field>
      )}
    </>
  );
}
