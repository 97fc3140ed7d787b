import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { Can } from '@/kit/access/Can';
import { get } from '@/kit/api/query';
import { to } from '@/kit/api/to';
import type { RecordOf } from '@/kit/api/types';
import { DetailPage } from '@/kit/page/DetailPage';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { type Collection, importable, screening } from './collection';
import { useColumns } from './useCollections';

type Member = RecordOf<'/aty/contactsgroup/{id}/member/page'>;
type Opens = { onImport: (c: Collection) => void; onScreen: (c: Collection) => void };
type Props = Opens & { id: string; onBack: () => void };

function useMembers(id: string): Resource<'/aty/contactsgroup/{id}/member/page', 'contact'> {
  const t = useTranslations('contact');
  const person = (m: Member) =>
    [
      m.gender === 'male' || m.gender === 'female' ? t(`genders.${m.gender}`) : '',
      m.age ? t('years', { n: m.age }) : '',
    ]
      .filter(Boolean)
      .join(', ');
  const act = {
    key: 'remove',
    label: t('removeMembers'),
    danger: true,
    permission: 'aty:contactsgroup:member',
    done: t('removed'),
  } as const;
  const confirm = (n: number) => ({ title: t('removeTitle', { n }), content: t('removeText') });
  const remove = (phoneNumbers: string[]) =>
    to('delete', '/aty/contactsgroup/{id}/member', { path: { id }, body: { phoneNumbers } });
  return {
    list: '/aty/contactsgroup/{id}/member/page',
    words: 'contact',
    params: { id },
    prefix: 'm_',
    title: t('members'),
    empty: t('membersEmpty'),
    rowKey: 'phoneNumber',
    changes: ['/aty/contactsgroup/page'],
    columns: {
      phoneNumber: { as: 'phone', fixed: true, filter: 'text' },
      validity: { dict: 'member_validity' },
      values: {
        title: t('values'),
        from: 'lg',
        cell: (m) =>
          Object.entries(m.values ?? {})
            .map(([name, value]) => `${name}: ${value}`)
            .join(' · '),
        ellipsis: true,
        width: 220,
      },
      wa: { title: t('wa'), from: 'sm', cell: (m) => (m.wa ? t('yes') : m.validity === 'invalid' ? t('no') : '–') },
      source: { dict: 'member_source', from: 'md' },
      lastActiveTime: { as: 'time', from: 'lg' },
      lastCheckTime: { as: 'time', from: 'xl' },
      gender: { from: 'xl', cell: (m) => person(m) || '–' },
      signature: { from: 'xl', ellipsis: true, width: 160, hidden: true },
      createTime: { title: t('entryTime'), as: 'time', from: 'sm' },
    },
    actions: [{ ...act, confirm: () => confirm(1), call: (m: Member) => remove([m.phoneNumber]) }],
    batch: [{ ...act, confirm: (all) => confirm(all.length), call: (all) => remove(all.map((m) => m.phoneNumber)) }],
    export: { path: '/aty/contactsgroup/{id}/export', permission: 'aty:contactsgroup:member' },
  };
}

/** One collection and its numbers. */
export function Members({ id, onImport, onScreen, onBack }: Props) {
  const t = useTranslations('contact');
  const collection = useQuery(get('/aty/contactsgroup/{id}', { path: { id } }));
  const names = (collection.data?.columns ?? []).map((name) => `{${name}}`);
  return (
    <DetailPage
      words="contact"
      columns={useColumns()}
      of={collection}
      title={(c) => c.name}
      note={() => (names.length > 0 ? t('valuesOf', { columns: names.join(', ') }) : '\u00a0')} // its line stands before it is known
      back={{ label: t('back'), onClick: onBack }}
      actions={(c) => (
        <>
          <Can permission="aty:contactsgroup:screen">
            <Button disabled={screening(c) || c.memberCount === 0} onClick={() => onScreen(c)}>
              {t('screen')}
            </Button>
          </Can>
          <Can permission="aty:contactsgroup:import">
            <Button type="primary" disabled={!importable(c)} onClick={() => onImport(c)}>
              {t('import')}
            </Button>
          </Can>
        </>
      )}
    >
      <ResourcePage resource={useMembers(id)} bare />
    </DetailPage>
  );
}
