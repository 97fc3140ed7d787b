import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { useAct } from '@/kit/api/act';
import { get } from '@/kit/api/query';
import { Field } from '@/kit/form/Field';
import { FormDrawer } from '@/kit/form/FormDrawer';
import { showErrors } from '@/kit/form/fieldErrors';
import { CountrySelect } from '@/kit/input/selects';
import type { Collection } from './collection';

type Values = { name: string; countryCode: string; remark?: string };
type Props = { open: boolean; onClose: () => void; onMade: (c: Collection) => void };

/** A new collection; its file is asked for next. */
export function CreateCollection({ open, onClose, onMade }: Props) {
  const t = useTranslations('contact');
  const queries = useQueryClient();
  const [form] = Form.useForm<Values>();
  const add = useAct('post', '/aty/contactsgroup', {
    quiet: true,
    changes: ['/aty/contactsgroup/page', '/aty/contactsgroup/lovPage'],
    onDone: async ({ id }) => {
      form.resetFields();
      onClose();
      onMade(await queries.fetchQuery(get('/aty/contactsgroup/{id}', { path: { id } })));
    },
  });
  const submit = (v: Values) =>
    add.mutate(
      { body: { name: v.name.trim(), countryCode: v.countryCode, remark: v.remark ?? '' } },
      { onError: (e) => showErrors(form, e) },
    );
  return (
    <FormDrawer<Values>
      open={open}
      title={t('create')}
      submit={t('save')}
      busy={add.isPending}
      form={form}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field name="name" label={t('name')} required>
        <Input maxLength={LIMITS.collectionName} showCount autoComplete="off" />
      </Field>
      <Field name="countryCode" label={t('country')} extra={t('countryHint')} required>
        <CountrySelect aria-label={t('country')} />
      </Field>
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
      </Field>
    </FormDrawer>
  );
}
