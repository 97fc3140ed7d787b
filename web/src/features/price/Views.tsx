import { Flex, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSearch } from '@/lib/router/navigate';
import Grid from './Grid';
import css from './price.module.css';

type Props = {
  owner: string;
  list?: boolean;
  prefix: string;
  /** Buttons of both views. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The prices of an owner as a grid, or as the list with its history and files. */
export default function Views({ owner, list, prefix, actions, children }: Props) {
  const t = useTranslations('price');
  const { params, set } = useSearch();
  const view = params.get(`${prefix}view`) === 'list' ? 'list' : 'grid';
  return (
    <>
      <Flex className={css.views} gap={8} justify="space-between" wrap>
        <Segmented
          aria-label={t('grid.view')}
          value={view}
          options={(['grid', 'list'] as const).map((value) => ({ value, label: t(`grid.${value}`) }))}
          onChange={(v) => set({ [`${prefix}view`]: v === 'grid' ? null : v })}
        />
        {actions && (
          <Flex gap={8} wrap>
            {actions}
          </Flex>
        )}
      </Flex>
      {view === 'grid' ? <Grid owner={owner} list={list} /> : children}
    </>
  );
}
