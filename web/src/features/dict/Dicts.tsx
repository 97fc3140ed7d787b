'use client';
import { useQueryClient } from '@tanstack/react-query';
import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { DictLook } from '@/kit/dict/DictTag';
import { checkDicts } from '@/kit/dict/useDict';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useEntryActions } from './actions';
import { bodyOf, CODES, type Entry, LIST, useCodes, type Values, valuesOf } from './dict';
import css from './dict.module.css';
import { EntryFields } from './EntryFields';

/** The values of all dictionaries: names, colours, order. */
export default function Dicts() {
  return <ResourcePage resource={useDictResource()} />;
}

function useDictResource(): Resource<typeof LIST, Values> {
  const t = useTranslations('dictAdmin');
  const queries = useQueryClient();
  const { codes } = useCodes();
  return {
    list: LIST,
    export: true,
    title: t('title'),
    note: t('note'),
    empty: t('empty'),
    changes: [CODES],
    // The pages of this console show the change at once; others when they next compare what they keep.
    onChanged: () => checkDicts(queries),
    columns: [
      { field: 'dictCode', title: t('code'), sort: true, fixed: true, render: (r) => <Code entry={r} /> },
      { field: 'value', title: t('value'), sort: true, from: 'sm', render: (r) => <code>{r.value}</code> },
      {
        field: 'name',
        title: t('look'),
        sort: true,
        render: (r) => <DictLook text={r.name} {...r.attributes} />,
      },
      { field: 'sort', title: t('sort'), sort: true, number: true, from: 'md', render: (r) => r.sort },
      { field: 'state', title: t('state'), from: 'sm', render: (r) => <State entry={r} /> },
      { field: 'operator', title: t('operator'), hidden: true, render: (r) => r.operator || '–' },
      {
        field: 'updateTime',
        title: t('updated'),
        sort: true,
        from: 'xl',
        render: (r) => <Time value={r.updateTime} />,
      },
    ],
    filters: [
      {
        field: 'dictCode',
        label: t('code'),
        kind: 'select',
        multiple: true,
        options: codes.map((c) => ({ value: c.dictCode, label: c.dictCode })),
      },
      { field: 'name', label: t('name'), kind: 'text' },
      { field: 'value', label: t('value'), kind: 'text' },
    ],
    form: {
      add: { path: '/system/dict', gate: { permission: 'system:dict:add' }, label: t('add') },
      update: { path: '/system/dict', gate: { permission: 'system:dict:edit' }, title: t('edit') },
      width: 560,
      defaults: { valueType: 2, name: {}, attributes: { tagColor: '', textColor: '' } },
      values: valuesOf,
      body: (values, row) => bodyOf(values, row?.id),
      fields: ({ row }) => <EntryFields row={row} />,
    },
    actions: useEntryActions(),
  };
}

/** On a phone with the value below, which has no column there. */
function Code({ entry: e }: { entry: Entry }) {
  return (
    <>
      <code className={css.code}>{e.dictCode}</code>
      <code className={css.below}>{e.value}</code>
    </>
  );
}

function State({ entry: e }: { entry: Entry }) {
  const t = useTranslations('dictAdmin');
  return (
    <Flex gap={4} wrap>
      {e.builtIn && <DictLook tagColor="default" text={t('builtIn')} />}
      {e.changed && <DictLook tagColor="blue" text={t('changedTag')} />}
      {e.hidden && <DictLook tagColor="gold" text={t('hidden')} />}
    </Flex>
  );
}
