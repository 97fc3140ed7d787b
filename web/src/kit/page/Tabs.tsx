import { Segmented, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useSearch } from '@/lib/router/navigate';
import css from './page.module.css';

export type Tab<R> = {
  key: string;
  label: string;
  content: (row: R) => ReactNode;
  /** Shown while the row is loading, as high as the content. */
  wait?: ReactNode;
};

type TabsProps<R> = { tabs: Tab<R>[]; row: R | undefined; label: string; name: string };

/** Content in tabs. The address has the chosen one, unless it is the first. */
export function Tabs<R>({ tabs, row, label, name }: TabsProps<R>) {
  const { params, set } = useSearch();
  const shown = tabs.find((t) => t.key === params.get(name)) ?? tabs[0];
  if (!shown) return null;
  return (
    <>
      {tabs.length > 1 && (
        <div className={css.tabs}>
          <Segmented
            aria-label={label}
            value={shown.key}
            options={tabs.map((t) => ({ value: t.key, label: t.label }))}
            onChange={(key) => set({ [name]: key === tabs[0]?.key ? null : key })}
          />
        </div>
      )}
      {row ? shown.content(row) : (shown.wait ?? <Skeleton active />)}
    </>
  );
}
