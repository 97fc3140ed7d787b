import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Tone } from '@/kit/dict/Tone';
import { formOf } from '@/kit/form/formOf';
import type { Resource } from '@/kit/resource/descriptor';
import type { Columns } from '@/kit/resource/schema';
import { request } from '@/lib/api/request';
import { LIMITS, POLL } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { Progress } from '@/ordering/screening/Progress';
import { screening } from '@/ordering/screening/state';
import { Link } from '@/ui/Link';
import type { CombineRequest } from './CombineLists';
import { type Collection, importable } from './collection';

const { Field } = formOf<CollectionValues>();

type CollectionValues = { name: string; remark?: string };

/** The columns of a collection, in the list and on its own page. */
export function useCollectionColumns(): Columns<'/aty/contactsgroup/page', 'contact'> {
  const t = useTranslations('contact');
  const { href } = useSearch();
  const staff = usePermission()({ types: [1, 11] });
  return {
    name: {
      only: 'list',
      sort: true,
      fixed: true,
      cell: (c) => <Link to={href({ id: c.id })}>{c.name}</Link>,
      filter: true,
      filterTitle: t('filterName'),
    },
    type: { dict: 'collection_type', from: 'md', filter: true },
    countryCode: { as: 'country', sort: true, from: 'sm', filter: true },
    customerName: staff && { from: 'md', filter: true },
    memberCount: { title: t('members'), as: 'count', sort: true, width: 110 },
    waCount: { as: 'count', from: 'xl' },
    activeCount: { as: 'count', from: 'xl' },
    status: {
      from: 'md',
      cell: (c) => <Tone tone={importable(c) ? 'green' : 'blue'}>{t(`statuses.${c.status}`)}</Tone>,
    },
    screenStatus: { dict: 'screening_status', from: 'md', filter: true },
    screenDone: { title: t('screenDone'), from: 'lg', width: 110, cell: (c) => <Progress collection={c} /> },
    remark: { from: 'xl', ellipsis: true, width: 180, hidden: true },
    createTime: { as: 'time', sort: true, from: 'lg', width: 150, filter: 'days' },
  };
}

type CollectionActions = {
  onImport: (c: Collection) => void;
  onScreen: (c: Collection) => void;
  onCombine: (c: CombineRequest) => void;
  create: ReactNode;
};

/** The list of collections. Staff and agents also see the owner. */
export function useCollections({
  onImport,
  onScreen,
  onCombine,
  create,
}: CollectionActions): Resource<'/aty/contactsgroup/page', 'contact', CollectionValues> {
  const t = useTranslations('contact');
  const f = useFormat();
  const busy = (c: Collection) => !importable(c) && t('busy');
  return {
    list: '/aty/contactsgroup/page',
    words: 'contact',
    extra: create,
    every: (rows) => (!rows.every(importable) || rows.some(screening)) && POLL.task,
    columns: useCollectionColumns(),
    form: {
      update: { permission: 'aty:contactsgroup:edit', label: t('edit'), title: t('editTitle') },
      values: ({ name, remark }) => ({ name, remark }),
      send: ({ name, remark = '' }, row) =>
        request('put', '/aty/contactsgroup', { body: { id: row?.id ?? '', name: name.trim(), remark } }),
      fields: () => (
        <>
          <Field name="name" label={t('name')} required>
            <Input maxLength={LIMITS.collectionName} showCount autoComplete="off" />
          </Field>
          <Field name="remark" label={t('remark')}>
            <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
          </Field>
        </>
      ),
    },
    actions: [
      { key: 'import', permission: 'aty:contactsgroup:import', disabled: busy, run: (c) => onImport(c) },
      {
        key: 'screen',
        permission: 'aty:contactsgroup:screen',
        shown: (c) => !screening(c) && c.type === 'phone',
        disabled: (c) => c.memberCount === 0 && t('membersEmpty'),
        run: (c) => onScreen(c),
      },
      {
        key: 'screenStop',
        permission: 'aty:contactsgroup:screen',
        shown: screening,
        disabled: (c) => c.screenStatus === 'stopping' && t('screenStops'),
        confirm: (c) => ({ title: t('screenStopTitle', { name: c.name }), content: t('screenStopText') }),
        call: ({ id }) => request('put', '/aty/contactsgroup/{id}/screen/stop', { path: { id } }),
        done: t('screenStopped'),
      },
      ...(['copy', 'split', 'difference'] as const).map((kind) => ({
        key: kind,
        permission: 'aty:contactsgroup:combine' as const,
        disabled: (c: Collection) => c.memberCount === 0 && t('membersEmpty'),
        run: (c: Collection) => onCombine({ kind, collections: [c] }),
      })),
      {
        key: 'delete',
        danger: true,
        permission: 'aty:contactsgroup:del',
        disabled: (c) => (screening(c) ? t('screenBusy') : busy(c)),
        confirm: (c) => ({
          title: t('deleteTitle', { name: c.name }),
          content: t('deleteText', { n: f.count(c.memberCount) }),
        }),
        call: ({ id }) => request('delete', '/aty/contactsgroup/{id}', { path: { id } }),
        done: t('deleted'),
      },
    ],
    batch: [
      {
        key: 'merge',
        permission: 'aty:contactsgroup:combine',
        disabled: (all) => {
          if (all.length < 2 || all.length > 10) return t('combine.several');
          if (all.some((c) => c.type !== all[0]?.type)) return t('combine.types');
          return all.some((c) => c.countryCode !== all[0]?.countryCode) && t('combine.countries');
        },
        run: (of) => onCombine({ kind: 'merge', collections: of }),
      },
    ],
    export: true,
  };
}
