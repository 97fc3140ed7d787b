'use client';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/kit/access/Can';
import { EmptyState } from '@/kit/page/EmptyState';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page, Panel } from '@/kit/page/Page';
import type { FormState } from '@/kit/resource/descriptor';
import { ResourceForm } from '@/kit/resource/ResourceForm';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { useNodeForm } from './form';
import { MenuTree } from './MenuTree';
import css from './menu.module.css';
import { NodePanel } from './NodePanel';
import { flat, MENU_LIST, type Node, type Order } from './tree';

/** The menu: shipped nodes can be renamed, hidden and moved, others are added beside them. */
export default function Menus() {
  const t = useTranslations('menuAdmin');
  const menu = useQuery(get(MENU_LIST));
  const [chosen, setChosen] = useState<string | null>(null);
  const [state, setState] = useState<FormState<Node>>({ mode: 'none' });
  const nodes = menu.data ?? [];
  const form = useNodeForm(nodes);
  const sort = useApiMutation((body: Order) => request('put', '/system/menu/sort', { body }), {
    changes: [MENU_LIST, '/oauth/router'],
  });
  const node = flat(nodes).find((n) => n.id === chosen);
  const arrange = (order: Order | undefined) => order && sort.mutate(order);
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <Can permission="system:menu:add">
          <Button
            type="primary"
            onClick={() => setState({ mode: 'add', values: { parentId: node?.type === 0 ? node.id : '' } })}
          >
            {t('add')}
          </Button>
        </Can>
      }
    >
      <ErrorAlert error={menu.error} onRetry={menu.refetch} />
      <div className={css.columns} aria-busy={menu.isPending || sort.isPending}>
        <Panel title={t('tree')}>
          {menu.isPending ? <Skeleton active title={false} paragraph={{ rows: 10 }} /> : null}
          {menu.data && <MenuTree nodes={nodes} chosen={chosen} onChoose={setChosen} onArrange={arrange} />}
        </Panel>
        {/* On a phone the tree would push it away. */}
        {!menu.isPending && (
          <Panel title={node ? node.title : t('details')}>
            {node ? (
              <NodePanel
                node={node}
                nodes={nodes}
                onEdit={() => setState({ mode: 'update', row: node })}
                onArrange={arrange}
                onGone={() => setChosen(null)}
              />
            ) : (
              <EmptyState description={t('choose')} />
            )}
          </Panel>
        )}
      </div>
      <ResourceForm
        spec={form}
        state={state}
        changes={[MENU_LIST, '/oauth/router']}
        onClose={() => setState({ mode: 'none' })}
      />
    </Page>
  );
}
