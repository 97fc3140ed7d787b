import { Skeleton } from 'antd';
import { Activity, Suspense, useState } from 'react';
import { KEPT_PAGES } from '@/core/constants';
import type { MenuNode } from '@/router/menu';
import { PagePath } from '@/router/navigate';
import { pageFor } from '@/router/registry';
import { ErrorBoundary } from './ErrorBoundary';
import { Crash, ModuleNotFound } from './Errors';
import css from './layout.module.css';

function Page({ node }: { node: MenuNode }) {
  if (node.targetType === 2) return <iframe className={css.embedded} title={node.title} src={node.uri} />;
  const Module = node.uri ? pageFor(node.uri) : undefined;
  return Module ? <Module /> : <ModuleNotFound uri={node.uri ?? ''} />;
}

/** The visited pages stay mounted, each in an <Activity>; only the shown one runs effects. The oldest make room. */
export function PageHost({ active }: { active: MenuNode | undefined }) {
  const [open, setOpen] = useState<MenuNode[]>([]);
  // Adjusted while rendering: a page joins before it is painted.
  if (active && open.at(-1)?.path !== active.path) {
    setOpen([...open.filter((n) => n.path !== active.path), active].slice(-KEPT_PAGES - 1));
  }
  const inOrder = open.toSorted((a, b) => (a.path < b.path ? -1 : 1)); // a page that moved in the tree would lose its scroll
  return inOrder.map((node) => (
    <Activity key={node.path} mode={node.path === active?.path ? 'visible' : 'hidden'} name={node.path}>
      <PagePath value={node.path}>
        <ErrorBoundary
          fallback={(reset) => (
            <Crash
              onRetry={() => {
                if (node.uri) pageFor(node.uri)?.retry();
                reset();
              }}
            />
          )}
        >
          <Suspense fallback={<Skeleton active />}>
            <Page node={node} />
          </Suspense>
        </ErrorBoundary>
      </PagePath>
    </Activity>
  ));
}
