import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Tone } from '@/kit/dict/Tone';
import type { Resource } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import { useMemberTexts } from './collection';
import css from './contact.module.css';
import { usePeriods } from './PeriodSelect';
import { type Member, valuesOf } from './useMembers';

/** What a sender should know of an address: that it stands for a function, or that its mailbox lasts minutes. */
export function AddressFlags({ member: m }: { member: Member }) {
  const t = useTranslations('contact');
  if (!m.role && !m.disposable) return '–';
  return (
    <span className={css.flags}>
      {m.role && <Tone tone="gold">{t('emails.role')}</Tone>}
      {m.disposable && <Tone tone="orange">{t('emails.oneTime')}</Tone>}
    </span>
  );
}

/** The members of a collection of addresses. */
export function useEmailMembers(
  id: string,
  onShow: (m: Member) => void,
  extra: ReactNode,
  /** The columns of the collection's files, in their order there. */
  columns: readonly string[],
): Resource<'/aty/contactsgroup/{id}/member/page', 'contact'> {
  const t = useTranslations('contact');
  const texts = useMemberTexts('email');
  const periods = usePeriods().map(({ value, label }) => ({ value: String(value), label }));
  const act = {
    key: 'remove',
    label: t('removeMembers'),
    danger: true,
    permission: 'aty:contactsgroup:member',
    done: texts('removed'),
  } as const;
  const confirm = (n: number) => ({ title: texts('removeTitle', { n }), content: texts('removeText') });
  const remove = (all: Member[]) =>
    request('delete', '/aty/contactsgroup/{id}/member', {
      path: { id },
      body: { emails: all.map((m) => m.email ?? '') },
    });
  return {
    list: '/aty/contactsgroup/{id}/member/page',
    words: 'contact',
    params: { id },
    prefix: 'm_',
    title: t('members'),
    empty: texts('membersEmpty'),
    rowKey: 'email',
    changes: ['/aty/contactsgroup/page', '/aty/contactsgroup/{id}', '/aty/contactsgroup/{id}/history/page'],
    extra,
    columns: {
      email: { fixed: true, sort: true, filter: 'text', ellipsis: true, width: 240 },
      name: { from: 'sm', ellipsis: true, width: 160 },
      role: { title: t('emails.flags'), from: 'md', cell: (m) => <AddressFlags member={m} /> },
      validity: { dict: 'member_validity', from: 'md', filter: 'one' },
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
      loadedDays: { title: t('emails.loadedDays'), only: 'filter', filter: { options: periods } },
      clickedDays: { title: t('emails.clickedDays'), only: 'filter', filter: { options: periods } },
      joinedDays: { title: t('emails.joinedDays'), only: 'filter', filter: { options: periods } },
      notBounced: {
        title: t('emails.notBounced'),
        only: 'filter',
        filter: { options: [{ value: 'true', label: t('emails.notBounced') }] },
      },
      lastActiveTime: { as: 'time', from: 'lg' },
      createTime: { title: t('entryTime'), as: 'time', from: 'sm' },
    },
    actions: [
      { key: 'evidence', permission: 'aty:contactsgroup:member', run: (m: Member) => onShow(m) },
      { ...act, confirm: () => confirm(1), call: (m: Member) => remove([m]) },
    ],
    batch: [{ ...act, confirm: (all) => confirm(all.length), call: (all) => remove(all) }],
    export: { path: '/aty/contactsgroup/{id}/export', permission: 'aty:contactsgroup:member' },
  };
}
