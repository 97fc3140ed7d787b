import { Alert, Button } from 'antd';
import { useTranslations } from 'next-intl';
import { ChooseColumn } from '@/kit/upload/ChooseColumn';
import { useFormat } from '@/lib/format';
import { type Collection, type ImportOptions, type ImportStatus, useMemberTexts } from './collection';
import css from './contact.module.css';
import { RefusedRows } from './RefusedRows';

/** The rows of a file by what became of them: a bar, the numbers and their shares. */
function Outcome({ task }: { task: ImportStatus }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const parts = [
    { kind: 'imported', label: t('newMembers'), n: task.imported },
    { kind: 'duplicated', label: t('duplicates'), n: task.duplicated },
    { kind: 'failed', label: t('badRows'), n: task.failed },
  ];
  const share = (n: number) => (task.total > 0 ? n / task.total : 0);
  return (
    <section aria-label={t('outcome')}>
      <div className={css.bar} aria-hidden="true">
        {parts.map((p) => (
          <i key={p.kind} data-kind={p.kind} style={{ width: `${share(p.n) * 100}%` }} />
        ))}
      </div>
      <dl className={css.legend}>
        <div>
          <dt>{t('rows')}</dt>
          <dd>{f.count(task.total)}</dd>
        </div>
        {parts.map((p) => (
          <div key={p.kind} data-kind={p.kind}>
            <dt>{p.label}</dt>
            <dd>
              {f.count(p.n)} <small>{f.percent(share(p.n))}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Which of the further columns were kept for messages, and what was not. */
function ImportedValues({ task }: { task: ImportStatus }) {
  const t = useTranslations('contact');
  const f = useFormat();
  return (
    <>
      {task.values && task.values.length > 0 && (
        <p className={css.rule}>{t('valuesKept', { columns: task.values.map((name) => `{${name}}`).join(', ') })}</p>
      )}
      {task.leftOut?.map((l) => (
        <p key={l.column + l.message} className={css.rule}>
          {l.column && <b>{l.column}: </b>}
          {l.message} ({t('valuesRows', { n: l.rows, rows: f.count(l.rows) })})
        </p>
      ))}
    </>
  );
}

/** Addresses that were imported and that a sender should know about. */
function Notable({ task: { roles = 0, disposable = 0 } }: { task: ImportStatus }) {
  const t = useTranslations('contact');
  const f = useFormat();
  return (
    <>
      {roles > 0 && <p className={css.rule}>{t('emails.roles', { n: roles, count: f.count(roles) })}</p>}
      {disposable > 0 && (
        <p className={css.rule}>{t('emails.disposable', { n: disposable, count: f.count(disposable) })}</p>
      )}
    </>
  );
}

type Props = {
  id: string;
  type: Collection['type'];
  taskId: string;
  task: ImportStatus;
  way?: ImportOptions;
  /** Left out where the file is not at hand any more. */
  onWay?: (way: ImportOptions) => void;
  onCorrected: () => void;
};

/** Shows the result of every row of a file, and other ways to read it when they would import more rows. */
export function ImportResult({ id, type, taskId, task, way, onWay, onCorrected }: Props) {
  const t = useTranslations('contact');
  const texts = useMemberTexts(type);
  const f = useFormat();
  const ok = task.status === 'done';
  const columns = onWay && task.columns && task.columns.length > 0 ? task.columns : undefined;
  const title = ok
    ? texts(task.failed > 0 ? 'importedSome' : 'imported', { n: task.imported, failed: f.count(task.failed) })
    : (task.message ?? t('importFailed'));
  return (
    <div className={css.result}>
      {/* A file whose column has another name is asked about; nothing is wrong with it. */}
      {columns ? (
        <ChooseColumn type={type} columns={columns} onChoose={(column) => onWay?.({ ...way, column })} />
      ) : (
        <Alert type={ok ? (task.failed > 0 ? 'warning' : 'success') : 'error'} showIcon title={title} />
      )}
      {onWay && task.nationalRows > 0 && !way?.addPrefix && (
        <Alert
          type="info"
          showIcon
          title={t('national', { n: task.nationalRows })}
          action={<Button onClick={() => onWay({ ...way, addPrefix: true })}>{t('addPrefix')}</Button>}
        />
      )}
      {task.total > 0 && <Outcome task={task} />}
      <ImportedValues task={task} />
      <Notable task={task} />
      {task.failed > 0 && task.errorFileUrl && (
        <RefusedRows id={id} type={type} taskId={taskId} task={task} onCorrected={onCorrected} />
      )}
    </div>
  );
}
