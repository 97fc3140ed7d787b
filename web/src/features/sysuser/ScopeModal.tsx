import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Skeleton, Space } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { lovQuery } from '@/kit/lov/cache';
import { LovPicker } from '@/kit/lov/LovPicker';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import type { SysUser } from './sysuser';

const { Field } = formOf<ScopeValues>();

type ScopeKind = 'all' | 'agent' | 'customer';
type ScopeValues = { kind: ScopeKind; userIds?: string };

const SCOPE = '/aty/sysuser/scope/{id}';
/** Keyword of the picker of agents; where there is none, the agent's id is typed. */
const AGENTS = 'proxy';

/** The data scope of a system user: all data, one agent's, or one customer's. */
export function ScopeModal({ row, onClose }: { row: SysUser | null; onClose: () => void }) {
  const t = useTranslations('sysuser');
  const [form] = Form.useForm<ScopeValues>();
  const id = row?.userId ?? '';
  const detail = useQuery({ ...get('/aty/sysuser/{id}', { path: { id } }), enabled: row !== null });
  const now = detail.data?.userIds?.[0];
  return (
    <OverlayForm<ScopeValues>
      in="modal"
      open={row !== null}
      title={t('scopeOf', { name: row?.name ?? '' })}
      form={form}
      initial={{ kind: 'all' }}
      send={({ kind, userIds = '' }) =>
        kind === 'all'
          ? request('delete', SCOPE, { path: { id } })
          : request('put', SCOPE, { path: { id }, body: { userIds: [userIds] } })
      }
      changes={['/aty/sysuser/{id}', '/sysuser/page']}
      done={t('scopeDone')}
      onClose={onClose}
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
    </OverlayForm>
  );
}

/** Selects the user that the scope is limited to. */
function Target() {
  const t = useTranslations('sysuser');
  const kind = Form.useWatch<ScopeKind | undefined>('kind');
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
