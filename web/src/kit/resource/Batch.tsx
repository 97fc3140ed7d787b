import { Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import type { BulkAction, BulkDialog as TheDialog } from '@/kit/action/BulkDialog';
import { ExportButton } from '@/kit/export/ExportButton';
import { LazyOverlay } from '@/kit/modal/LazyOverlay';
import { useRequestMutation } from '@/lib/api/mutation';
import type { ListPath, PathOf, RecordOf } from '@/lib/api/types';
import { lazyModule } from '@/lib/router/lazyModule';
import type { LabelledBatchAction, PageHandle, Resource } from './descriptor';
import { exportOf } from './Exporting';
import { tell } from './RowActions';
import css from './resource.module.css';
import type { FeatureTexts, Noun } from './schema';

// Lists are seen more often than several rows are changed.
export const LazyBulk = lazyModule(
  async () => ({ default: (await import('@/kit/action/BulkDialog')).BulkDialog }),
  ['antd'],
);
/** A module that is loaded late loses its type parameters. */
const BulkDialog = LazyBulk as unknown as typeof TheDialog;

type Opened<R> = { action: BulkAction<R> & { label: string; danger?: boolean }; rows: R[] };

type Batch<P extends ListPath, N extends Noun, V extends object> = {
  resource: Resource<P, N, V>;
  words: FeatureTexts;
  chosen: RecordOf<P>[];
  setChosen: (rows: RecordOf<P>[]) => void;
  page: PageHandle<RecordOf<P>>;
};

/** Rows can be chosen where something can be done with several. */
export function useBatch<P extends ListPath, N extends Noun, V extends object>(batch: Batch<P, N, V>) {
  type R = RecordOf<P>;
  const { resource: r, words, chosen, setChosen, page } = batch;
  const t = useTranslations('table');
  const may = usePermission();
  const [opened, setOpened] = useState<Opened<R>>();
  const actions: LabelledBatchAction<R>[] = (r.batch ?? [])
    .filter(may)
    .map((a) => ({ ...a, label: a.label ?? words(a.key) }));
  const { path, gate } = exportOf(r);
  const exported = r.exportBy !== undefined && may(gate) ? String(r.exportBy) : undefined;
  if (actions.length === 0 && exported === undefined) return { selection: undefined, dialog: null };
  const changes = [r.list, ...(r.changes ?? [])];
  const done = (left: R[] = []) => {
    setChosen(left);
    setOpened(undefined);
    r.onChanged?.();
  };
  const rowKey = r.rowKey ?? ('id' as keyof R & string);
  const query = exported && { [exported]: chosen.map((row) => String(row[rowKey])).join(',') };
  const bar = chosen.length > 0 && (
    <BatchBar rows={chosen} actions={actions} page={page} changes={changes} onDone={done} onBulk={setOpened}>
      {query && <ExportButton small {...{ path, query, gate }} params={r.params} label={t('exportSelected')} />}
    </BatchBar>
  );
  const dialog = opened && (
    <LazyOverlay onFail={() => setOpened(undefined)}>
      <BulkDialog<R> {...opened} changes={changes} onClose={done} />
    </LazyOverlay>
  );
  return { selection: { rows: chosen, onChange: setChosen, bar }, dialog };
}

type BatchProps<R> = {
  rows: R[];
  actions: LabelledBatchAction<R>[];
  page: PageHandle<R>;
  changes: readonly PathOf<'get'>[];
  onDone: () => void;
  onBulk: (opened: Opened<R>) => void;
  children: ReactNode;
};

/** Why an action can be done with none of the rows: the reason of the first. */
function whyNot<R>(a: LabelledBatchAction<R>, rows: R[]): string | false {
  const given = a.disabled?.(rows);
  if (given || !('bulk' in a)) return given ?? false;
  const reasons = rows.map((row) => a.bulk.except?.(row) ?? false);
  return reasons.every((why) => why !== false) ? (reasons[0] ?? false) : false;
}

/** Shows the actions of the selected rows, and their number. */
function BatchBar<R>({ rows, actions, page, changes, onDone, onBulk, children }: BatchProps<R>) {
  const t = useTranslations('table');
  const send = useRequestMutation({ changes });
  const act = async (a: LabelledBatchAction<R>) => {
    if ('bulk' in a) return onBulk({ action: { ...a.bulk, label: a.label, danger: a.danger }, rows });
    tell(await ('call' in a ? send.mutateAsync(a.call(rows)) : a.run(rows, page)), a.done);
    onDone();
  };
  return (
    <Flex className={css.selection} gap={8} align="center" wrap role="status">
      <span>{t('selected', { n: rows.length })}</span>
      {actions.map((a) => (
        <ActionButton
          key={a.key}
          size="small"
          gate={a}
          danger={a.danger}
          confirm={a.confirm?.(rows)}
          disabled={whyNot(a, rows)}
          onAct={() => act(a)}
        >
          {a.label}
        </ActionButton>
      ))}
      {children}
      <Button type="link" size="small" onClick={() => onDone()}>
        {t('clearSelection')}
      </Button>
    </Flex>
  );
}
