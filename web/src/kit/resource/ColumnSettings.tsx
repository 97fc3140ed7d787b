import { SettingOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { type LazyModule, lazyModule } from '@/lib/router/lazyModule';
import { Popover } from '@/ui/Popover';
import type { ColumnChoice } from './columnPrefs';

// Most visits of a list choose no columns.
export const ColumnChoices = lazyModule(() => import('./ColumnChoices')) as LazyModule<{ choice: ColumnChoice<never> }>;

/** Which columns are shown and in which order; kept for the user in this browser. */
export function ColumnSettings<R>({ choice }: { choice: ColumnChoice<R> }) {
  const t = useTranslations('table');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={t('columns')}
      content={
        <Suspense fallback={<Skeleton active />}>
          <ColumnChoices choice={choice as unknown as ColumnChoice<never>} />
        </Suspense>
      }
    >
      <Button icon={<SettingOutlined />} aria-label={t('columns')} />
    </Popover>
  );
}
