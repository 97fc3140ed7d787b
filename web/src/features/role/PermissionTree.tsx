import { useQuery } from '@tanstack/react-query';
import { Checkbox, Flex, Input, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { clearable } from '@/kit/input/clearable';
import { EmptyState } from '@/kit/page/EmptyState';
import { get } from '@/lib/api/query';
import { PermissionGroup } from './PermissionGroup';
import { filtered, useNames, useRefusal } from './permissions';
import css from './role.module.css';

type Props = {
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
  /** User types that the role is for; a permission that one of them cannot have is off. */
  types?: number[];
  readOnly?: boolean;
};

/** The permissions of the running system, to choose from or to look at. */
export function PermissionTree({ id, value = [], onChange, types = [], readOnly = false }: Props) {
  const t = useTranslations('role');
  const names = useNames();
  const refusal = useRefusal(types);
  const words = useTranslations('table');
  const table = useQuery(get('/system/role/permissions'));
  const [text, setText] = useState('');
  const [routes, setRoutes] = useState(false);
  const [chosenOnly, setChosenOnly] = useState(readOnly);
  const chosen = new Set(value);
  const all = table.data ?? [];
  const total = all.reduce((n, g) => n + (g.permissions?.length ?? 0), 0);
  const label = (p: string) => `${names.noun(p)} ${names.verb(p)}`;
  const shown = filtered(all, { text, chosenOnly, chosen, label });
  const set = (permissions: readonly string[], on: boolean) => {
    const rest = value.filter((p) => !permissions.includes(p));
    onChange?.(on ? [...rest, ...permissions] : rest);
  };
  return (
    <fieldset id={id} className={css.tree} aria-label={t('permissions')}>
      <Flex gap={12} wrap align="center" className={css.tools}>
        <Input
          className={css.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          allowClear={clearable(words('clearSearch', { name: t('search') }))}
          onChange={(e) => setText(e.target.value)}
          onPressEnter={(e) => e.preventDefault()}
        />
        <Checkbox checked={chosenOnly} onChange={(e) => setChosenOnly(e.target.checked)}>
          {t('chosenOnly')}
        </Checkbox>
        <Checkbox checked={routes} onChange={(e) => setRoutes(e.target.checked)}>
          {t('showRoutes')}
        </Checkbox>
        <span className={css.counts} role="status">
          {t('counts', { n: value.length, total })}
        </span>
      </Flex>
      {table.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {shown.map((g) => (
        <PermissionGroup
          key={g.group}
          group={g}
          whole={all.find((one) => one.group === g.group)?.permissions ?? []}
          chosen={chosen}
          routes={routes}
          readOnly={readOnly}
          refusal={refusal}
          onSet={set}
        />
      ))}
      {table.data && shown.length === 0 && <EmptyState description={t('nothing')} />}
    </fieldset>
  );
}
