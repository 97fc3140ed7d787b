import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { showErrors } from '@/kit/form/fieldErrors';
import { useFormat } from '@/kit/format';
import { PageModal } from '@/kit/modal/PageModal';
import type { Order } from './order';
import { useReview } from './useReview';

export type RefuseProps = {
  orders: Pick<Order, 'id' | 'estimatedCost'>[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** A refusal needs a reason, which its customer reads. One reason serves several orders. */
export default function RefuseModal({ orders, open, onClose, onDone }: RefuseProps) {
  const t = useTranslations('order');
  const f = useFormat();
  const [form] = Form.useForm<{ reason: string }>();
  const refuse = useReview({
    quiet: true,
    one: t('done.refuse'),
    onDone: () => {
      form.resetFields();
      onClose();
      onDone?.();
    },
  });
  const submit = ({ reason }: { reason: string }) =>
    refuse.mutate(
      { body: { ids: orders.map((o) => o.id), pass: false, reason: reason.trim() } },
      { onError: (e) => showErrors(form, e) },
    );
  const cost = orders.reduce((sum, o) => sum + Math.round(o.estimatedCost * 100), 0) / 100;
  return (
    <PageModal
      open={open}
      title={orders.length > 1 ? t('batchRefuse', { n: orders.length }) : t('ask.refuse.title')}
      okText={t('actions.refuse')}
      okButtonProps={{ danger: true, loading: refuse.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{t('ask.refuse.text', { cost: f.credits(cost) })}</p>
      <Form form={form} layout="vertical" onFinish={submit}>
        <Form.Item
          name="reason"
          label={t('refuseReason')}
          rules={[{ required: true, whitespace: true, message: t('refuseMissing') }]}
        >
          <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
        </Form.Item>
      </Form>
    </PageModal>
  );
}
