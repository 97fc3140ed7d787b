import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { formOf } from '@/kit/form/formOf';
import { BalanceChange } from '@/kit/pay/BalanceChange';
import { useStaffLimit } from '@/kit/pay/staffLimits';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useApp } from '@/lib/toasts';
import { type CommonDetail, endpoint, useOrderKind } from './kind';
import { changesOf } from './useReview';

const { NumberField } = formOf<RefundValues>();

export type RefundProps = { order: CommonDetail; open: boolean; onClose: () => void };

type RefundValues = { amount?: number; reason: string };

/** Gives back what a settled order was charged, all or a part of it; its customer reads the reason. */
export default function RefundModal({ order, open, onClose }: RefundProps) {
  const t = useTranslations('order');
  const f = useFormat();
  const { message } = useApp();
  const kind = useOrderKind();
  const staff = useStaffLimit();
  const [form] = Form.useForm<RefundValues>();
  const refund = useApiMutation(
    (body: RefundValues) => request('put', endpoint(kind, '/{id}/refund'), { path: { id: order.id }, body }),
    {
      quiet: true,
      single: true,
      owner: form,
      changes: changesOf(kind),
      onFailed: (e) => showErrors(form, e),
      onDone: () => {
        message.success(t('done.refund'));
        form.resetFields();
        onClose();
      },
    },
  );
  const most = order.refundable;
  const amount = Form.useWatch('amount', form) ?? undefined;
  return (
    <FormFrame<RefundValues>
      in="modal"
      open={open}
      title={t('ask.refund.title')}
      submit={t('actions.refund')}
      busy={refund.isPending}
      form={form}
      initial={{ amount: most }}
      onClose={onClose}
      onSubmit={({ amount, reason }) => refund.mutate({ amount, reason: reason.trim() })}
    >
      <p>{t('ask.refund.text', { cost: f.credits(order.actualCost), most: f.credits(most) })}</p>
      <NumberField
        name="amount"
        label={t('refundAmount')}
        required
        missing={t('refundMissing')}
        min={0.01}
        max={most}
        decimals={2}
        extra={staff('credit')}
      />
      <BalanceChange userId={open ? order.customerId : undefined} change={amount} />
      <Form.Item
        name="reason"
        label={t('refundReason')}
        rules={[{ required: true, whitespace: true, message: t('refundReasonMissing') }]}
      >
        <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
      </Form.Item>
    </FormFrame>
  );
}
