import { SettingOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { type LazyModule, lazyModule } from '@/lib/router/lazyModule';
import { PopoverButton } from '@/ui/PopoverButton';
import type { ColumnChoice } from './columnPrefs';

// Most visits of a list choose no columns.
export const ColumnChoices = lazyModule(() => import('./ColumnChoices')) as LazyModule<{ choice: ColumnChoice<never> }>;

/** Which columns are shown and in which order; kept for the user in this browser. */
export function ColumnSettings<R>({ choice }: { choice: ColumnChoice<R> }) {
  const t = useTranslations('table');
  const [open, setOpen] = useState(false);
  return (
    <PopoverButton
      icon={<SettingOutlined />}
      aria-label={t('columns')}
      label={t('columns')}
      open={open}
      onOpen={setOpen}
      content={
        <Suspense fallback={<Skeleton active />}>
          <ColumnChoices choice={choice as unknown as ColumnChoice<never>} />
        </Suspense>
      }
    />
  );
}
