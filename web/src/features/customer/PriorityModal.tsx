import { Alert, Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useNumberTexts } from '@/kit/form/NumberField';
import { NumberInput } from '@/kit/input/NumberInput';
import { PageModal } from '@/kit/modal/PageModal';
import { joined, useStaffLimit } from '@/kit/pay/staffLimits';
import { useApiMutation } from '@/lib/api/mutation';
import type { ApiRequest } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { notifier } from '@/lib/notifier';
import { CUSTOMER_LIMITS, CUSTOMER_QUERIES, type Customer } from './customer';
import css from './customer.module.css';

type Result = { id: string; ok: boolean; message?: string };

/** Gives several customers the same bulk-send weight; lists by name those that were refused. */
export function PriorityModal({ rows, onClose }: { rows: Customer[]; onClose: () => void }) {
  const t = useTranslations('customer');
  const f = useFormat();
  const staff = useStaffLimit();
  const [weight, setWeight] = useState<number | null>(null);
  const [wrong, setWrong] = useState<string>();
  const bounds = { min: 0, max: CUSTOMER_LIMITS.groupSendWeight };
  const texts = useNumberTexts(bounds);
  const [bad, setBad] = useState<Result[]>([]);
  // The specification has a form here; the server takes its fields as JSON too.
  const weigh = (num: number) =>
    ({
      method: 'post',
      path: '/aty/customerinfo/upperbatch',
      input: { body: { ids: rows.map((r) => r.userId), num } },
    }) as unknown as ApiRequest<Result[]>;
  const send = useApiMutation(weigh, {
    changes: CUSTOMER_QUERIES,
    single: true,
    onDone: (results) => {
      const failed = results.filter((r) => !r.ok);
      setBad(failed);
      if (failed.length > 0) return;
      notifier.current?.message.success(t('weighed', { n: rows.length }));
      close();
    },
  });
  const close = () => {
    setBad([]);
    setWeight(null);
    setWrong(undefined);
    onClose();
  };
  const name = (id: string) => rows.find((r) => r.userId === id)?.name ?? id;
  const footer = (
    <Button
      type="primary"
      disabled={weight === null || wrong !== undefined}
      loading={send.isPending}
      onClick={() => weight !== null && send.mutate(weight)}
    >
      {t('weigh')}
    </Button>
  );
  return (
    <PageModal open={rows.length > 0} title={t('weighTitle', { n: rows.length })} onCancel={close} footer={footer}>
      {bad.length > 0 && (
        <Alert
          className={css.given}
          type="error"
          showIcon
          title={bad.map((r) => `${name(r.id)}: ${r.message ?? ''}`).join(' · ')}
        />
      )}
      <p className={css.note}>
        {t('weighNow', { weights: rows.map((r) => `${r.name} ${f.count(r.groupSendWeight ?? 0)}`).join(' · ') })}
      </p>
      <NumberInput
        aria-label={t('groupSendWeight')}
        {...bounds}
        value={weight}
        status={wrong ? 'error' : undefined}
        onChange={(n, unread) => {
          setWeight(n);
          setWrong(unread ? texts.unread(unread) : n === null ? undefined : texts.bounds(n));
        }}
      />
      <p className={css.note} role="alert">
        {wrong ?? joined(t('limits.groupSendWeight'), staff('weight'))}
      </p>
    </PageModal>
  );
}
