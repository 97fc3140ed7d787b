'use client';
import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page, Panel } from '@/kit/page/Page';
import { type Filter, Filters } from '@/kit/resource/Filters';
import { useListState } from '@/kit/resource/listState';
import { AddWindow } from './AddWindow';
import { SettingRow } from './SettingRow';
import { matches, type Setting, settingsQuery } from './setting';
import css from './setting.module.css';
import { useTexts } from './useTexts';

const NAMES = ['text', 'group', 'which'];

/** All settings that an admin may change while the platform runs, by group. */
export default function Settings() {
  const t = useTranslations('setting');
  const texts = useTexts();
  const groups = useDict('setting_group');
  const { state, change } = useListState(NAMES);
  const settings = useQuery(settingsQuery);
  const { text = '', group = '', which = '' } = state.filters;
  const filters: Filter[] = [
    { field: 'text', label: t('search'), kind: 'text' },
    { field: 'group', label: t('group'), kind: 'dict', code: 'setting_group' },
    {
      field: 'which',
      label: t('which'),
      kind: 'select',
      options: [
        { value: 'changed', label: t('changedOnly') },
        { value: 'standard', label: t('defaultOnly') },
      ],
    },
  ];
  // The groups are in the dictionary's order: without it they would change places under the reader's eyes.
  const pending = settings.isPending || groups.loading;
  const found = (pending ? [] : (settings.data ?? [])).filter(
    (s) => (group === '' || s.group === group) && matches(s, texts.name(s), { text, which }),
  );
  // Groups follow the dictionary's order; an unknown group comes last under its own name.
  const order = groups.items.map((g) => g.value);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const shown = [...new Set(found.map((s) => s.group))].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
  return (
    <Page title={t('title')} note={t('note')}>
      <Flex className={css.bar} gap={8} wrap align="center">
        <Filters filters={filters} state={state} change={change} />
        {!pending && <span className={css.count}>{t('count', { n: found.length })}</span>}
      </Flex>
      <ErrorAlert className={css.bar} error={settings.error} onRetry={settings.refetch} />
      <div aria-busy={pending && !settings.error}>
        {pending && !settings.error && <Waiting />}
        {shown.map((name) => (
          <Group
            key={name}
            title={groups.find(name)?.name ?? name}
            settings={found.filter((s) => s.group === name)}
            windows={name === 'window'}
          />
        ))}
        {!pending && found.length === 0 && (
          <EmptyState description={t('nothing')}>
            <Button onClick={() => change({ filters: { text: '', group: '', which: '' } })}>{t('clear')}</Button>
          </EmptyState>
        )}
      </div>
    </Page>
  );
}

type GroupProps = { title: string; settings: Setting[]; windows: boolean };

function Group({ title, settings, windows }: GroupProps) {
  return (
    <Panel title={title} extra={windows && <AddWindow />}>
      <ul className={css.rows}>
        {settings.map((s) => (
          <SettingRow key={s.key} setting={s} />
        ))}
      </ul>
    </Panel>
  );
}

function Waiting() {
  return (
    <Panel>
      <Skeleton active title={false} paragraph={{ rows: 16 }} />
    </Panel>
  );
}
