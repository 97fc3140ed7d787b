import { BookOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { lazyModule } from '@/lib/router/lazyModule';
import { Popover } from '@/ui/Popover';
import { useViews } from './views';
import css from './views.module.css';

// Most visits of a list choose no view.
const ViewChoices = lazyModule(() => import('./ViewChoices'), ['antd']);

type Props = {
  /** Names the list. */
  list: string;
  /** The present state, as a view keeps it. */
  query: string;
  onApply: (query: string) => void;
};

/** The user's saved views of a list, and what can be done with them. */
export function SavedViews({ list, query, onApply }: Props) {
  const t = useTranslations('table');
  const [open, setOpen] = useState(false);
  const { views, pending } = useViews(list);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={t('views.title')}
      width={320}
      content={
        <Suspense fallback={<Skeleton active />}>
          {open && <ViewChoices {...{ list, query, views, pending, onApply }} />}
        </Suspense>
      }
    >
      <Button className={css.opens} icon={<BookOutlined />} aria-label={t('views.title')} />
    </Popover>
  );
}
