import { Checkbox, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { formOf } from '@/kit/form/formOf';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import { PermissionTree } from './PermissionTree';
import type { RoleFormValues } from './role';

const { Field, useWatch } = formOf<RoleFormValues>();

const CODE = /^[a-z][a-z0-9]{1,31}$/;

/** The fields of a role. */
export function RoleFields({ mode }: { mode: 'add' | 'update' }) {
  const t = useTranslations('role');
  const form = Form.useFormInstance();
  const types = (useWatch('types', form) as number[] | undefined) ?? [];
  const needed = {
    required: true,
    validator: (_: unknown, v?: string[]) =>
      v?.length ? Promise.resolve() : Promise.reject(new Error(t('permissionsNeeded'))),
  };
  return (
    <>
      <Field name="languages" label={t('name')} required>
        <LanguagesInput maxLength={50} />
      </Field>
      <Field
        name="code"
        label={t('code')}
        extra={t('codeNote')}
        required={mode === 'update'}
        rules={(r) => [r.pattern(CODE, t('codeForm'))]}
      >
        <Input disabled={mode === 'update'} maxLength={32} autoComplete="off" />
      </Field>
      <Field name="types" label={t('types')} extra={t('typesNote')} required>
        <Types />
      </Field>
      <Field name="remark" label={t('remark')} rules={(r) => [r.max(255)]}>
        <Input.TextArea rows={2} maxLength={255} />
      </Field>
      <Field name="permissions" label={t('permissions')} rules={() => [needed]}>
        <PermissionTree types={types} />
      </Field>
    </>
  );
}

type TypesProps = { id?: string; value?: number[]; onChange?: (value: number[]) => void };

function Types({ id, value, onChange }: TypesProps) {
  const options = useDict('user_type').options;
  return (
    <div id={id}>
      <Checkbox.Group<number>
        value={value}
        onChange={onChange}
        options={options as { value: number; label: string }[]}
      />
    </div>
  );
}
