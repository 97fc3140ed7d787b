import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { CountrySelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { Resource } from '@/kit/resource/descriptor';
import type { Columns } from '@/kit/resource/schema';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';
import { LIMITS, POLL } from '@/lib/constants';
import { useSearch } from '@/lib/router/navigate';
import { Progress } from '@/ordering/screening/Progress';
import { screening } from '@/ordering/screening/state';
import { Link } from '@/ui/Link';

const { Field } = formOf<RiskGroupValues>();

export type RiskGroup = RecordOf<'/aty/riskgroup/page'>;
/** Opens the dialogs of a collection. */
export type RiskGroupActions = { onImport: (c: RiskGroup) => void; onScreen: (c: RiskGroup) => void };

/** A collection that applies to all customers has no customer who pays for its screening. */
export const screenable = (c: RiskGroup) => c.scope !== 'global';

type RiskGroupValues = { name: string; countryCode: string; remark?: string; customerId?: string };

/** The columns of a risk-control collection, in the list and on its own page. */
export function useRiskGroupColumns(): Columns<'/aty/riskgroup/page', 'riskgroup'> {
  const { href } = useSearch();
  const may = usePermission();
  return {
    name: {
      only: 'list',
      sort: true,
      fixed: true,
      cell: (c) => <Link to={href({ id: c.id })}>{c.name}</Link>,
      filter: true,
    },
    countryCode: { as: 'country', sort: true, from: 'sm', filter: true },
    scope: { dict: 'suppression_scope', from: 'md', filter: may({ types: [1] }) || undefined },
    customerName: may({ types: [1, 11] }) && { from: 'md', filter: true },
    memberCount: { as: 'count', sort: true, width: 110 },
    waCount: { as: 'count', from: 'xl' },
    activeCount: { as: 'count', from: 'xl' },
    screenStatus: { dict: 'screening_status', from: 'md', filter: true },
    screenDone: { from: 'lg', width: 110, cell: (c) => <Progress collection={c} /> },
    remark: { from: 'lg', ellipsis: true, width: 200 },
    createTime: { as: 'time', sort: true, from: 'lg', width: 150, filter: 'days' },
  };
}

/** The fields of a collection; country and customer stay what they were. */
function Fields({ made }: { made: boolean }) {
  const t = useTranslations('riskgroup');
  const may = usePermission();
  const staff = may({ types: [1] });
  return (
    <>
      <Field name="name" label={t('name')} required>
        <Input maxLength={LIMITS.collectionName} showCount autoComplete="off" />
      </Field>
      {!made && (
        <Field name="countryCode" label={t('countryCode')} extra={t('countryHint')} required>
          <CountrySelect aria-label={t('countryCode')} />
        </Field>
      )}
      {!made && may({ types: [1, 11] }) && (
        <Field name="customerId" label={t('customerId')} extra={t(staff ? 'customerHint' : 'customerHintAgent')}>
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
      </Field>
    </>
  );
}

/** The list of risk-control collections. */
export function useRiskGroups({
  onImport,
  onScreen,
}: RiskGroupActions): Resource<'/aty/riskgroup/page', 'riskgroup', RiskGroupValues> {
  const t = useTranslations('riskgroup');
  return {
    list: '/aty/riskgroup/page',
    words: 'riskgroup',
    every: (rows) => rows.some(screening) && POLL.task,
    columns: useRiskGroupColumns(),
    form: {
      add: { permission: 'aty:riskgroup:add' },
      update: { permission: 'aty:riskgroup:edit', label: t('edit'), title: t('editTitle') },
      values: ({ name, remark }) => ({ name, remark }),
      send: ({ name, remark = '', countryCode, customerId }, row) =>
        row
          ? request('put', '/aty/riskgroup', { body: { id: row.id, name: name.trim(), remark } })
          : request('post', '/aty/riskgroup', {
              body: { name: name.trim(), countryCode, remark, ...(customerId ? { customerId } : {}) },
            }),
      fields: ({ mode }) => <Fields made={mode === 'update'} />,
    },
    actions: [
      { key: 'import', permission: 'aty:riskgroup:import', run: (c) => onImport(c) },
      {
        key: 'screen',
        permission: 'aty:riskgroup:screen',
        shown: (c) => screenable(c) && !screening(c),
        disabled: (c) => c.memberCount === 0 && t('membersEmpty'),
        run: (c) => onScreen(c),
      },
      {
        key: 'screenStop',
        permission: 'aty:riskgroup:screen',
        shown: screening,
        disabled: (c) => c.screenStatus === 'stopping' && t('screenStops'),
        confirm: (c) => ({ title: t('screenStopTitle', { name: c.name }), content: t('screenStopText') }),
        call: ({ id }) => request('put', '/aty/riskgroup/{id}/screen/stop', { path: { id } }),
        done: t('screenStopped'),
      },
      {
        key: 'delete',
        danger: true,
        permission: 'aty:riskgroup:del',
        disabled: (c) => screening(c) && t('screenBusy'),
        confirm: (c) => ({
          title: t('deleteTitle', { name: c.name }),
          content: t('deleteText', { n: c.memberCount }),
        }),
        call: ({ id }) => request('delete', '/aty/riskgroup/{id}', { path: { id } }),
        done: t('deleted'),
      },
    ],
    export: true,
  };
}
