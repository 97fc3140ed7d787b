import { type ReactNode, Suspense } from 'react';
import { ExportButton } from '@/kit/export/ExportButton';
import type { ListPath } from '@/lib/api/types';
import { lazyModule } from '@/lib/router/lazyModule';
import type { Resource } from './descriptor';
import type { Noun } from './schema';

// Few lists are documents.
const PrintButton = lazyModule(
  async () => ({ default: (await import('@/kit/print/PrintButton')).PrintButton }),
  ['print'],
);

type Props<P extends ListPath, N extends Noun, V extends object> = {
  resource: Resource<P, N, V>;
  query: Record<string, unknown>;
};

/** The path of a list's export, and who may export. */
export function exportOf<P extends ListPath, N extends Noun, V extends object>(r: Resource<P, N, V>) {
  const { path = r.list.replace(/\/page$/, '/export'), ...gate } = (r.export === true ? {} : (r.export ?? {})) as {
    path?: string;
  };
  return { path, gate };
}

/** The buttons of the document and of the export, where the list has them. */
export function Exporting<P extends ListPath, N extends Noun, V extends object>({
  resource: r,
  query,
}: Props<P, N, V>): ReactNode {
  const { path, gate } = exportOf(r);
  const { document } = r;
  const find = async () => {
    const { allRows } = await import('@/kit/print/allRows');
    return allRows(r.list, { ...query, sortFields: undefined, sortOrders: undefined }, r.params);
  };
  return (
    <>
      {document && (
        <Suspense>
          <PrintButton name={document.name} sheet={async () => document.sheet(await find())} />
        </Suspense>
      )}
      {r.export && <ExportButton path={path} params={r.params} query={query} gate={gate} />}
    </>
  );
}
