import { Alert, Button, Form, Input, Progress } from 'antd';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { formOf } from '@/kit/form/formOf';
import { useUnsaved } from '@/kit/form/unsaved';
import { PageModal } from '@/kit/modal/PageModal';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { errorText } from '@/lib/notifier';
import { type Action, callOf, DEAD, DEAD_PAGE, numberOf, partsOf, runAll } from './dead';
import { FIGURES } from './figures';
import css from './operation.module.css';

type DiscardValues = { reason: string };
const { Field } = formOf<DiscardValues>();
const LONGEST = 500;

/** Runs an action in calls of at most 100 messages. It can be interrupted between two of them. */
function useRun(action: Action) {
  const [done, setDone] = useState(0);
  const stopped = useRef(false);
  const { typed: began, saved: ended } = useUnsaved();
  const work = useWork(
    async (reason: string) => {
      stopped.current = false;
      began();
      const before = done;
      const run = async () => {
        let n = before;
        for (const part of partsOf(action)) {
          const call = () => sendOnce(callOf(part, reason));
          const from = n;
          n += await runAll({ call, goesOn: () => !stopped.current, onProgress: (m) => setDone(from + m) });
        }
      };
      return run().finally(ended);
    },
    { changes: [DEAD, DEAD_PAGE, FIGURES], quiet: true },
  );
  const stop = () => {
    stopped.current = true;
  };
  return { done, work, stop };
}

/** Says what will happen to how many messages, asks why they are discarded, does it with progress and says what was done. */
export default function DeadDialog({ action, onClose }: { action: Action; onClose: (done: boolean) => void }) {
  const t = useTranslations('operation');
  const tt = useTranslations('table');
  const [form] = Form.useForm<DiscardValues>();
  const { done, work, stop } = useRun(action);
  const { verb, group } = action;
  const n = numberOf(action);
  const running = work.isPending;
  const begun = running || work.isSuccess || work.isError;
  const start = () =>
    void form.validateFields().then(
      ({ reason = '' }) => work.mutate(reason.trim()),
      () => {},
    );
  const footer = running ? (
    <Button onClick={stop}>{tt('bulk.interrupt')}</Button>
  ) : (
    <>
      <Button type={work.isSuccess ? 'primary' : 'default'} onClick={() => onClose(done > 0 || work.isSuccess)}>
        {tt(begun ? 'bulk.close' : 'bulk.cancel')}
      </Button>
      {!work.isSuccess && (
        <Button type="primary" danger={verb === 'discard'} onClick={start}>
          {work.isError ? tt('bulk.continue') : t(`${verb}N`, { n })}
        </Button>
      )}
    </>
  );
  return (
    <PageModal
      open
      title={t(`${verb}Title`, { n })}
      closable={!running}
      keyboard={!running}
      mask={{ closable: false }}
      onCancel={() => onClose(done > 0)}
      footer={footer}
    >
      {!begun && <p>{t(`${verb}Text`, { n, queue: group.queue })}</p>}
      {!begun && <Alert type={verb === 'discard' ? 'warning' : 'info'} showIcon title={t(`${verb}Undo`)} />}
      <Form
        form={form}
        layout="vertical"
        name="dead"
        className={css.below}
        style={{ display: begun ? 'none' : undefined }}
      >
        {verb === 'discard' && (
          <Field name="reason" label={t('reason')} extra={t('reasonNote')} required>
            <Input.TextArea rows={3} maxLength={LONGEST} showCount />
          </Field>
        )}
      </Form>
      {begun && (
        <>
          <Progress
            percent={Math.min(100, Math.floor((done / Math.max(n, 1)) * 100))}
            status={running ? 'active' : work.isError ? 'exception' : undefined}
            aria-label={tt('bulk.progress', { done, total: n })}
          />
          <p role="status">{running ? tt('bulk.progress', { done, total: n }) : t(`${verb}Done`, { n: done })}</p>
          {work.isSuccess && done < n && <p className={css.hint}>{t('fewer', { n: n - done })}</p>}
          {work.isError && <Alert type="error" showIcon title={errorText(work.error)} />}
        </>
      )}
    </PageModal>
  );
}
