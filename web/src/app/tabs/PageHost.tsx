import { Skeleton } from 'antd';
import { useLocale } from 'next-intl';
import { Activity, Suspense } from 'react';
import { pageFor } from '@/app/registry';
import { Crash, ExternalLink, ModuleNotFound } from '@/app/shell/Errors';
import { externalOf, label } from '@/lib/router/menu';
import type { MenuNode } from '@/lib/router/menuNode';
import { PagePath } from '@/lib/router/navigate';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import css from './tabs.module.css';

function Page({ node }: { node: MenuNode }) {
  const locale = useLocale();
  const external = externalOf(node);
  if (node.targetType === 3 && external) return <ExternalLink href={external} title={label(node, locale)} />;
  if (node.targetType === 2 && external)
    return (
      <iframe
        className={css.embedded}
        title={label(node, locale)}
        src={external}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
      />
    );
  const Module = node.uri && node.targetType !== 2 ? pageFor(node.uri) : undefined;
  return Module ? <Module /> : <ModuleNotFound uri={node.uri ?? ''} />;
}

type Props = { pages: { node: MenuNode; key: string }[]; active: string | undefined };

/** The open pages, each in an <Activity>; only the shown one runs effects. */
export function PageHost({ pages, active }: Props) {
  return pages.map(({ node, key }) => (
    <Activity key={key} mode={node.path === active ? 'visible' : 'hidden'} name={node.path}>
      <PagePath value={node.path}>
        <ErrorBoundary fallback={(error, reset) => <Crash error={error} onRetry={reset} />}>
          <Suspense fallback={<Skeleton active />}>
            <Page node={node} />
          </Suspense>
        </ErrorBoundary>
      </PagePath>
    </Activity>
  ));
}
