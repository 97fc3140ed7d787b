import { Button, Form, Progress } from 'antd';
import { useTranslations } from 'next-intl';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { PageModal } from '@/kit/modal/PageModal';
import type { ApiRequest } from '@/lib/api/request';
import type { PathOf } from '@/lib/api/types';
import { BulkResult } from './BulkResult';
import { countLines } from './bulk';
import css from './bulk.module.css';
import { useBulk } from './useBulk';

/** An action that sends one call for each selected row. */
export type BulkAction<R, V extends object = Record<string, unknown>> = {
  each: (row: R, values: V) => ApiRequest;
  /** How a row is called in the result. */
  nameOf: (row: R) => string;
  /** Why a row is left out. */
  except?: (row: R) => string | false;
  title: (n: number) => string;
  /** What will happen to the rows that are sent. */
  content?: (rows: R[]) => ReactNode;
  /** Fields of a form whose values every call gets. */
  fields?: (rows: R[]) => ReactNode;
};

/** The second click of a double click is none: the buttons change places with the one that was pressed. */
const single = (act: () => void) => (e: MouseEvent) => [0, 1].includes(e.detail) && act();

type Props<R> = {
  action: BulkAction<R> & { label: string; danger?: boolean };
  rows: R[];
  changes: readonly PathOf<'get'>[];
  /** The rows that were not done. */
  onClose: (left: R[]) => void;
};

/** Tells what will happen to the selected rows, does it with progress, and tells what became of each. */
export function BulkDialog<R>({ action, rows, changes, onClose }: Props<R>) {
  const t = useTranslations('table');
  const [form] = Form.useForm<Record<string, unknown>>();
  const [split] = useState(() => ({
    able: rows.filter((r) => !action.except?.(r)),
    out: rows.flatMap((row) => {
      const reason = action.except?.(row);
      return reason ? [{ row, reason }] : [];
    }),
  }));
  const [values, setValues] = useState<Record<string, unknown>>();
  const { able, out } = split;
  const { lines, running, stopping, start, stop } = useBulk({ rows: able, each: action.each, changes });
  const ended = countLines(lines, 'done', 'refused');
  const open = ended < able.length;
  const begin = (v: Record<string, unknown>) => {
    setValues(v);
    start(v);
  };
  const close = () => onClose(rows.filter((row) => lines[able.indexOf(row)]?.state !== 'done'));
  const footer = running ? (
    <Button onClick={single(stop)} loading={stopping}>
      {t('bulk.interrupt')}
    </Button>
  ) : (
    <>
      <Button onClick={single(close)} type={values && !open ? 'primary' : 'default'}>
        {t(values ? 'bulk.close' : 'bulk.cancel')}
      </Button>
      {open && (
        <Button
          type="primary"
          danger={action.danger}
          onClick={() => (values ? start(values) : void form.validateFields().then(begin, () => {}))}
        >
          {values ? t('bulk.continue') : action.label}
        </Button>
      )}
    </>
  );
  return (
    <PageModal
      open
      title={action.title(able.length)}
      closable={!running}
      keyboard={!running}
      mask={{ closable: false }}
      onCancel={close}
      footer={footer}
    >
      {!values && (
        <>
          {action.content?.(able)}
          <Form form={form} layout="vertical" className={css.form} name="bulk">
            {action.fields?.(able)}
          </Form>
        </>
      )}
      {values && (
        <>
          <Progress
            percent={Math.floor((ended / able.length) * 100)}
            status={running ? 'active' : countLines(lines, 'refused', 'open') > 0 ? 'exception' : undefined}
            aria-label={t('bulk.progress', { done: ended, total: able.length })}
          />
          <p role="status">{t('bulk.progress', { done: ended, total: able.length })}</p>
        </>
      )}
      <BulkResult
        lines={able.map((row, i) => ({ name: action.nameOf(row), ...(lines[i] ?? { state: 'waiting' }) }))}
        out={out.map(({ row, reason }) => ({ name: action.nameOf(row), reason }))}
        begun={values !== undefined}
      />
    </PageModal>
  );
}
