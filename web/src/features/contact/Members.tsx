import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { Can } from '@/kit/access/Can';
import { get } from '@/kit/api/query';
import type { RecordOf } from '@/kit/api/types';
import { Count, Country, DictTag, Time } from '@/kit/cell/cells';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import { Facts, Page, Panel } from '@/kit/page/Page';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { type Collection, importable } from './collection';
import css from './contact.module.css';

type Member = RecordOf<'/aty/contactsgroup/{id}/member/page'>;
type Props = { id: string; onImport: (c: Collection) => void; onBack: () => void };

function useMembers(id: string): Resource<'/aty/contactsgroup/{id}/member/page'> {
  const t = useTranslations('contact');
  const f = useFormat();
  const remove = (phoneNumbers: string[]) =>
    ({
      method: 'delete',
      path: '/aty/contactsgroup/{id}/member',
      input: { path: { id }, body: { phoneNumbers } },
    }) as const;
  const act = {
    key: 'remove',
    label: t('removeMembers'),
    danger: true,
    gate: { permission: 'aty:contactsgroup:member' },
    done: t('removed'),
  };
  const confirm = (n: number) => ({ title: t('removeTitle', { n }), content: t('removeText') });
  return {
    list: '/aty/contactsgroup/{id}/member/page',
    params: { id },
    prefix: 'm_',
    title: t('members'),
    empty: t('membersEmpty'),
    rowKey: 'phoneNumber',
    changes: ['/aty/contactsgroup/{id}', '/aty/contactsgroup/page', '/aty/contactsgroup/lovPage'],
    columns: [
      { field: 'phoneNumber', title: t('number'), fixed: true, render: (m) => f.number(m.phoneNumber) },
      {
        field: 'validity',
        title: t('validity'),
        render: (m) => <DictTag code="member_validity" value={m.validity} />,
      },
      {
        field: 'source',
        title: t('source'),
        from: 'md',
        render: (m) => <DictTag code="member_source" value={m.source} />,
      },
      {
        field: 'lastActiveTime',
        title: t('lastActiveTime'),
        from: 'lg',
        render: (m) => <Time value={m.lastActiveTime} />,
      },
      {
        field: 'lastCheckTime',
        title: t('lastCheckTime'),
        from: 'xl',
        render: (m) => <Time value={m.lastCheckTime} />,
      },
      { field: 'createTime', title: t('entryTime'), from: 'sm', render: (m) => <Time value={m.createTime} /> },
    ],
    filters: [{ field: 'phoneNumber', label: t('number'), kind: 'text' }],
    actions: [{ ...act, confirm: () => confirm(1), call: (m: Member) => remove([m.phoneNumber]) }],
    batch: [
      {
        ...act,
        confirm: (rows) => confirm(rows.length),
        call: (rows) => remove(rows.map((m) => m.phoneNumber)),
      },
    ],
    export: { path: `/aty/contactsgroup/${id}/export`, gate: { permission: 'aty:contactsgroup:member' } },
  };
}

/** One collection and its numbers. */
export function Members({ id, onImport, onBack }: Props) {
  const t = useTranslations('contact');
  const collection = useQuery(get('/aty/contactsgroup/{id}', { path: { id } }));
  const c = collection.data;
  const wait = <span className={css.wait} />;
  const facts = [
    { label: t('country'), value: c ? <Country code={c.countryCode} /> : wait },
    { label: t('members'), value: c ? <Count value={c.memberCount} /> : wait },
    { label: t('waCount'), value: c ? <Count value={c.waCount} /> : wait },
    { label: t('activeCount'), value: c ? <Count value={c.activeCount} /> : wait },
    { label: t('createTime'), value: c ? <Time value={c.createTime} /> : wait },
    ...(c?.remark ? [{ label: t('remark'), value: c.remark }] : []),
  ];
  return (
    <Page
      back={{ label: t('back'), onClick: onBack }}
      title={c?.name ?? (collection.error ? textOf(collection.error) : wait)}
      actions={
        <Can permission="aty:contactsgroup:import">
          <Button type="primary" disabled={!c || !importable(c)} onClick={() => c && onImport(c)}>
            {t('import')}
          </Button>
        </Can>
      }
    >
      <Panel>
        <Facts items={facts} />
      </Panel>
      <ResourcePage resource={useMembers(id)} bare />
    </Page>
  );
}
