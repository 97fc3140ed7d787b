import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { Page } from '@/kit/page/Page';
import { useView } from '@/kit/page/useView';
import type { Permission } from '@/lib/api/permissions.gen';
import { useSearch } from '@/lib/router/navigate';

type Props = {
  title: string;
  /** Text of the button that opens the form. */
  create: string;
  permission: Permission;
  /** Parameters of the list of recipients begin with it. */
  prefix: string;
  /** Loads the form before its button is pressed. */
  preload: () => void;
  list: ReactNode;
  // The list loads at once; these load on demand.
  Drafts: ComponentType;
  Order: ComponentType<{ id: string; onBack: () => void }>;
  Form: ComponentType;
};

/** The page of an order kind: the list, the drafts, or one order by `?id=`; `?create=1` opens the form. */
export function OrdersPage({ title, create, permission, prefix, preload, list, Drafts, Order, Form }: Props) {
  const t = useTranslations('order');
  const may = usePermission()(permission);
  const { params, set } = useSearch();
  const { id, view: named, back, show } = useView(prefix);
  const [asked, setAsked] = useState(false);
  if (params.get('create') !== null && may && !asked) setAsked(true);
  const view = named === 'drafts' ? named : 'orders';
  const form = asked && (
    <Suspense>
      <Form />
    </Suspense>
  );
  if (id) {
    return (
      <>
        <Suspense fallback={<Skeleton active />}>
          <Order id={id} onBack={back} />
        </Suspense>
        {form}
      </>
    );
  }
  const views = (['orders', 'drafts'] as const).map((value) => ({ value, label: t(`views.${value}`) }));
  return (
    <Page
      title={title}
      actions={
        <>
          <Segmented
            aria-label={title}
            options={views}
            value={view}
            onChange={(v) => show(v === 'drafts' ? v : null)}
          />
          {may && (
            <Button type="primary" icon={<PlusOutlined />} onFocus={preload} onClick={() => set({ create: 1 })}>
              {create}
            </Button>
          )}
        </>
      }
    >
      {view === 'drafts' ? (
        <Suspense fallback={<Skeleton active />}>
          <Drafts />
        </Suspense>
      ) : (
        list
      )}
      {form}
    </Page>
  );
}
