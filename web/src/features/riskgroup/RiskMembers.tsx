import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { Can } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { DetailPage } from '@/kit/page/DetailPage';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { numbersOf } from '@/lib/input/digits';
import { screening } from '@/ordering/screening/state';
import { type RiskGroupActions, screenable, useRiskGroupColumns } from './useRiskGroups';

const { Field } = formOf<RiskMemberValues>();

type RiskMemberValues = { numbers: string };

function useMembers(id: string): Resource<'/aty/riskgroup/{id}/member/page', 'riskgroup', RiskMemberValues> {
  const t = useTranslations('riskgroup');
  const act = {
    key: 'remove',
    danger: true,
    permission: 'aty:riskgroup:member',
    done: t('removed'),
  } as const;
  const confirm = (n: number) => ({ title: t('removeTitle', { n }), content: t('removeText') });
  const remove = (phoneNumbers: string[]) =>
    request('delete', '/aty/riskgroup/{id}/member', { path: { id }, body: { phoneNumbers } });
  return {
    list: '/aty/riskgroup/{id}/member/page',
    words: 'riskgroup',
    params: { id },
    prefix: 'm_',
    title: t('memberCount'),
    empty: t('membersEmpty'),
    rowKey: 'phoneNumber',
    changes: ['/aty/riskgroup/page', '/aty/riskgroup/{id}'],
    columns: {
      phoneNumber: { as: 'phone', sort: true, fixed: true, filter: 'text' },
      validity: { dict: 'member_validity', filter: true },
      lastActiveTime: { as: 'time', from: 'lg' },
      lastCheckTime: { as: 'time', from: 'xl' },
      createTime: { title: t('entryTime'), as: 'time', sort: true, from: 'sm' },
    },
    form: {
      in: 'modal',
      add: { permission: 'aty:riskgroup:member', label: t('addNumbers'), title: t('addNumbers') },
      send: ({ numbers }) =>
        request('post', '/aty/riskgroup/{id}/member', { path: { id }, body: { phoneNumbers: numbersOf(numbers) } }),
      fields: () => (
        <Field
          name="numbers"
          label={t('phoneNumber')}
          extra={t('numbersHint', { n: LIMITS.riskNumbers })}
          required
          rules={(r) => [r.numbers(LIMITS.riskNumbers)]}
        >
          <Input.TextArea rows={6} autoComplete="off" />
        </Field>
      ),
    },
    actions: [{ ...act, confirm: () => confirm(1), call: (m) => remove([m.phoneNumber]) }],
    batch: [{ ...act, confirm: (all) => confirm(all.length), call: (all) => remove(all.map((m) => m.phoneNumber)) }],
    export: { path: '/aty/riskgroup/{id}/export', permission: 'aty:riskgroup:member' },
  };
}

type Props = RiskGroupActions & { id: string; onBack: () => void };

/** Page of a risk-control collection and its numbers. */
export function RiskMembers({ id, onImport, onScreen, onBack }: Props) {
  const t = useTranslations('riskgroup');
  return (
    <DetailPage
      words="riskgroup"
      columns={useRiskGroupColumns()}
      query={useQuery(get('/aty/riskgroup/{id}', { path: { id } }))}
      title={(c) => c.name}
      back={{ label: t('back'), onClick: onBack }}
      actions={(c) => (
        <>
          {screenable(c) && (
            <Can permission="aty:riskgroup:screen">
              <Button disabled={screening(c) || c.memberCount === 0} onClick={() => onScreen(c)}>
                {t('screen')}
              </Button>
            </Can>
          )}
          <Can permission="aty:riskgroup:import">
            <Button onClick={() => onImport(c)}>{t('import')}</Button>
          </Can>
        </>
      )}
    >
      <ResourcePage resource={useMembers(id)} bare />
    </DetailPage>
  );
}
