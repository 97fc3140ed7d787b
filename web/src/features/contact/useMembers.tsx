import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Resource } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';

export type Member = RecordOf<'/aty/contactsgroup/{id}/member/page'>;

/** The values of a member besides its number, in the order of the file's columns; the first ones identify it. */
export function valuesOf({ values }: Pick<Member, 'values'>, columns: readonly string[]): [string, string][] {
  const place = (name: string) => (columns.includes(name) ? columns.indexOf(name) : columns.length);
  return Object.entries(values ?? {}).sort(([a], [b]) => place(a) - place(b));
}

/** The members of a collection. */
export function useMembers(
  id: string,
  onShow: (m: Member) => void,
  extra: ReactNode,
  /** The columns of the collection's files, in their order there. */
  columns: readonly string[],
): Resource<'/aty/contactsgroup/{id}/member/page', 'contact'> {
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
    request('delete', '/aty/contactsgroup/{id}/member', { path: { id }, body: { phoneNumbers } });
  return {
    list: '/aty/contactsgroup/{id}/member/page',
    words: 'contact',
    params: { id },
    prefix: 'm_',
    title: t('members'),
    empty: t('membersEmpty'),
    rowKey: 'phoneNumber',
    changes: ['/aty/contactsgroup/page', '/aty/contactsgroup/{id}', '/aty/contactsgroup/{id}/history/page'],
    extra,
    columns: {
      phoneNumber: { as: 'phone', fixed: true, filter: 'text' },
      segment: { only: 'filter', filter: 'text' },
      validity: { dict: 'member_validity', filter: 'one' },
      values: {
        title: t('values'),
        from: 'lg',
        cell: (m) =>
          valuesOf(m, columns)
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
    actions: [
      { key: 'evidence', permission: 'aty:contactsgroup:member', run: (m: Member) => onShow(m) },
      { ...act, confirm: () => confirm(1), call: (m: Member) => remove([m.phoneNumber]) },
    ],
    batch: [{ ...act, confirm: (all) => confirm(all.length), call: (all) => remove(all.map((m) => m.phoneNumber)) }],
    export: { path: '/aty/contactsgroup/{id}/export', permission: 'aty:contactsgroup:member' },
  };
}
