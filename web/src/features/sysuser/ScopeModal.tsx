import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Skeleton, Space } from 'antd';
import { useTranslations } from 'next-intl';
import { get } from '@/kit/api/query';
import { useSend } from '@/kit/api/useSend';
import { feedback } from '@/kit/feedback';
import { Field } from '@/kit/form/Field';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { lovQuery } from '@/kit/lov/cache';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { SysUser } from './sysuser';

type Kind = 'all' | 'agent' | 'customer';
type Values = { kind: Kind; userIds?: string };

const PATH = '/aty/sysuser/scope/{id}';
/** Keyword of the picker of agents; where there is none, the agent's id is typed. */
const AGENTS = 'proxy';

/** Whose data a system user sees: everybody's, one agent's or one customer's. */
export function ScopeModal({ row, onClose }: { row: SysUser | null; onClose: () => void }) {
  const t = useTranslations('sysuser');
  const [form] = Form.useForm<Values>();
  const send = useSend({ changes: ['/aty/sysuser/{id}', '/sysuser/page'] });
  const id = row?.userId ?? '';
  const detail = useQuery({ ...get('/aty/sysuser/{id}', { path: { id } }), enabled: row !== null });
  const close = () => {
    onClose();
    form.resetFields();
  };
  const submit = ({ kind, userIds }: Values) =>
    send.mutate(
      kind === 'all'
        ? { method: 'delete', path: PATH, input: { path: { id } } }
        : { method: 'put', path: PATH, input: { path: { id }, body: { userIds: [userIds] } } },
      {
        onError: (e) => showErrors(form, e),
        onSuccess: () => {
          feedback.current?.message.success(t('scopeDone'));
          close();
        },
      },
    );
  const now = detail.data?.userIds?.[0];
  return (
    <FormFrame<Values>
      in="modal"
      open={row !== null}
      title={t('scopeOf', { name: row?.name ?? '' })}
      submit={t('save')}
      busy={send.isPending}
      form={form}
      initial={{ kind: 'all' }}
      onClose={close}
      onSubmit={submit}
    >
      <p>{t('scopeText')}</p>
      {detail.isLoading ? (
        <Skeleton active title={false} paragraph={{ rows: 1 }} />
      ) : (
        <p>
          <strong>{now ? t('scopeNow', { id: now }) : t('scopeAll')}</strong>
        </p>
      )}
      <Field name="kind" label={t('scope')}>
        <Radio.Group onChange={() => form.setFieldValue('userIds', undefined)}>
          <Space orientation="vertical">
            <Radio value="all">{t('scopeAll')}</Radio>
            <Radio value="agent">{t('scopeAgent')}</Radio>
            <Radio value="customer">{t('scopeCustomer')}</Radio>
          </Space>
        </Radio.Group>
      </Field>
      <Target />
    </FormFrame>
  );
}

/** Who it is narrowed to. */
function Target() {
  const t = useTranslations('sysuser');
  const kind = Form.useWatch<Kind | undefined>('kind');
  const agents = useQuery({ ...lovQuery(AGENTS), enabled: kind === 'agent' });
  if (kind === 'customer')
    return (
      <Field name="userIds" label={t('customer')} required>
        <LovPicker keyword="customer_first" multiple={false} label={t('customer')} />
      </Field>
    );
  if (kind !== 'agent') return null;
  return (
    <Field name="userIds" label={agents.data ? t('agent') : t('agentId')} required>
      {agents.data ? <LovPicker keyword={AGENTS} multiple={false} label={t('agent')} /> : <Input maxLength={26} />}
    </Field>
  );
}
