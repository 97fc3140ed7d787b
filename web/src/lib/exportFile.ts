import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiData, apiDataAt, apiFile } from '@/lib/api/client';
import { open } from '@/lib/api/envelope';
import { ApiError } from '@/lib/api/error';
import { get } from '@/lib/api/query';
import type { Data } from '@/lib/api/types';

export type ExportTask = Data<'get', '/uf/export/{taskId}'>;

/** A column that a file of a list can have. */
export type FileColumn = { key: string; title: string };

export const FORMATS = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof FORMATS)[number];

/** What a file looks like: its format, and the keys of its columns; all without them. */
export type FileLayout = { format?: FileFormat; columns?: string[] };

export type Exported = { kind: 'saved' } | { kind: 'task'; id: string };

/** The name in a Content-Disposition, RFC 6266; else the given one. */
export function fileName(disposition: string | null, otherwise: string): string {
  const [, wide] = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="?([^";]+)"?/.exec(disposition ?? '') ?? [];
  try {
    return wide ? decodeURIComponent(wide) : (plain ?? otherwise);
  } catch {
    return plain ?? otherwise;
  }
}

/** Hands a file to the browser's downloads. */
export function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Follows a link whose file is sent as an attachment. */
export function saveLink(url: string) {
  const a = document.createElement('a');
  a.href = url;
  a.rel = 'noopener';
  a.download = '';
  a.click();
}

/**
 * Exports a list with its own filters: the file at once, or the id of a background task (decisions §1). An answer in JSON that is no
 * task is a refusal, and its message is thrown.
 */
export async function exportList(
  path: string,
  query: Record<string, unknown>,
  params?: object,
  layout: FileLayout = {},
): Promise<Exported> {
  const response = await apiFile(path, { path: params, query: { ...query, ...layout } });
  if (!response.headers.get('Content-Type')?.includes('json')) {
    const name = fileName(
      response.headers.get('Content-Disposition'),
      `${path.split('/').at(-2) ?? 'export'}.${layout.format ?? 'xlsx'}`,
    );
    save(await response.blob(), name);
    return { kind: 'saved' };
  }
  const data = (await open(response)) as { taskId?: string } | null;
  if (!data?.taskId) throw new ApiError({ status: 502 });
  return { kind: 'task', id: data.taskId };
}

/** The columns that a file of the list can have, which may depend on its filters. */
export const columnsQuery = (path: string, query: Record<string, unknown>, params?: object) =>
  queryOptions({
    queryKey: ['get', path, 'columns', params, query],
    queryFn: () =>
      apiDataAt<FileColumn[]>('get', path, {
        path: params,
        query: { ...query, sortFields: undefined, sortOrders: undefined, format: 'columns' },
      }),
  });

const taskOf = (taskId: string) => ({ path: { taskId } });

export const taskQuery = (id: string) => get('/uf/export/{taskId}', taskOf(id));

/** Handles a live message about an export. It carries no link (decisions §13), so the finished file is fetched. */
export function mergeExport(queries: QueryClient, data: unknown) {
  const told = data as Partial<ExportTask> | null;
  if (typeof told?.id !== 'string') return;
  const { id, status, done, total } = told;
  if (status === 'running' && typeof done === 'number' && typeof total === 'number')
    queries.setQueryData(taskQuery(id).queryKey, (before) => (before ? { ...before, done, total } : undefined));
  else void queries.invalidateQueries({ queryKey: taskQuery(id).queryKey });
  void queries.invalidateQueries({ queryKey: ['get', '/uf/export/page'] });
}

/** Saves the file of a task by a link of now: one that was given before may have ended. */
export async function saveTask(id: string) {
  const { url } = await apiData('get', '/uf/export/{taskId}', taskOf(id));
  if (url) saveLink(url);
}
