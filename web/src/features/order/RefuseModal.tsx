import { App, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { useAct } from '@/kit/api/act';
import type { PathOf } from '@/kit/api/types';
import { showErrors } from '@/kit/form/fieldErrors';
import { useFormat } from '@/kit/format';
import { PageModal } from '@/kit/modal/PageModal';
import type { OrderDetail } from './order';

type Props = { order: OrderDetail; open: boolean; onClose: () => void; changes: PathOf<'get'>[] };

/** A refusal needs a reason, which its customer reads. */
export function RefuseModal({ order, open, onClose, changes }: Props) {
  const t = useTranslations('order');
  const f = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<{ reason: string }>();
  const refuse = useAct('put', '/gc/groupsendorder/review', {
    changes,
    quiet: true,
    onDone: () => {
      message.success(t('done.refuse'));
      onClose();
    },
  });
  const submit = ({ reason }: { reason: string }) =>
    refuse.mutate(
      { body: { ids: [order.id], pass: false, reason: reason.trim() } },
      { onError: (e) => showErrors(form, e) },
    );
  return (
    <PageModal
      open={open}
      title={t('ask.refuse.title')}
      okText={t('actions.refuse')}
      okButtonProps={{ danger: true, loading: refuse.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{t('ask.refuse.text', { cost: f.credit(order.estimatedCost) })}</p>
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
