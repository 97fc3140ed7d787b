'use client';
import { useQueryClient } from '@tanstack/react-query';
import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { DictLook } from '@/kit/dict/DictTag';
import { checkDicts } from '@/kit/dict/useDict';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import { useEntryActions } from './actions';
import { bodyOf, DICT_CODES, DICT_LIST, type Entry, type EntryFormValues, useCodes, valuesOf } from './dict';
import css from './dict.module.css';
import { EntryFields } from './EntryFields';

/** The values of all dictionaries: names, colours, order. */
export default function Dicts() {
  return <ResourcePage resource={useDictResource()} />;
}

function useDictResource(): Resource<typeof DICT_LIST, 'dictAdmin', EntryFormValues> {
  const t = useTranslations('dictAdmin');
  const queries = useQueryClient();
  const { codes } = useCodes();
  return {
    list: DICT_LIST,
    words: 'dictAdmin',
    export: true,
    changes: [DICT_CODES],
    // The pages of this console show the change at once; others when they next compare what they keep.
    onChanged: () => checkDicts(queries),
    filters: ['dictCode', 'name', 'value'],
    columns: {
      dictCode: {
        sort: true,
        fixed: true,
        cell: (r) => <Code entry={r} />,
        filter: { several: true, options: codes.map((c) => ({ value: c.dictCode, label: c.dictCode })) },
      },
      value: { as: 'code', sort: true, from: 'sm', filter: 'text' },
      name: {
        title: t('look'),
        sort: true,
        cell: (r) => <DictLook text={r.name} {...r.attributes} />,
        filter: true,
        filterTitle: t('name'),
      },
      sort: { as: 'count', sort: true, from: 'md' },
      builtIn: { title: t('state'), from: 'sm', cell: (r) => <State entry={r} /> },
      operator: { hidden: true },
      updateTime: { as: 'time', sort: true, from: 'xl' },
    },
    form: {
      add: { permission: 'system:dict:add' },
      update: { permission: 'system:dict:edit', title: t('edit') },
      width: 560,
      defaults: { valueType: 2, name: {}, attributes: { tagColor: '', textColor: '' } },
      values: valuesOf,
      send: (values, row) => request(row ? 'put' : 'post', '/system/dict', { body: bodyOf(values, row?.id) }),
      fields: ({ row }) => <EntryFields row={row} />,
    },
    actions: useEntryActions(),
  };
}

/** Shows the code, and on a phone also the value, which has no column there. */
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
