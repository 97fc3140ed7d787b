import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { type CommonRow, useOrderTexts } from './kind';
import css from './ordering.module.css';
import { useReview } from './useReview';

/** A reason of the dictionary, and what was written before it. */
function said(written: string | undefined, reason: string): string {
  const before = written?.trim();
  return before && !before.includes(reason) ? `${before} ${reason}` : before || reason;
}

export type RefuseProps = {
  orders: Pick<CommonRow, 'id' | 'estimatedCost'>[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** A refusal needs a reason, which its customer reads. One reason serves several orders. */
export default function RefuseModal({ orders, open, onClose, onDone }: RefuseProps) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const f = useFormat();
  const [form] = Form.useForm<{ reason: string }>();
  const reasons = useDict('review_reason').items;
  const choose = (name: string) => form.setFieldsValue({ reason: said(form.getFieldValue('reason'), name) });
  const refuse = useReview({
    quiet: true,
    owner: form,
    onFailed: (e) => showErrors(form, e),
    one: own('done.refuse'),
    onDone: () => {
      form.resetFields();
      onClose();
      onDone?.();
    },
  });
  const submit = ({ reason }: { reason: string }) =>
    refuse.mutate({ ids: orders.map((o) => o.id), pass: false, reason: reason.trim() });
  const cost = orders.reduce((sum, o) => sum + Math.round(o.estimatedCost * 100), 0) / 100;
  return (
    <FormFrame<{ reason: string }>
      in="modal"
      open={open}
      title={orders.length > 1 ? t('batchRefuse', { n: orders.length }) : own('ask.refuse.title')}
      submit={t('actions.refuse')}
      danger
      busy={refuse.isPending}
      form={form}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{own('ask.refuse.text', { cost: f.credits(cost) })}</p>
      <fieldset className={css.choices} aria-label={t('refuseChoices')}>
        {reasons.map((r) => (
          <Button key={r.value} onClick={() => choose(r.name)}>
            {r.name}
          </Button>
        ))}
      </fieldset>
      <Form.Item
        name="reason"
        label={t('refuseReason')}
        rules={[{ required: true, whitespace: true, message: t('refuseMissing') }]}
      >
        <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
      </Form.Item>
    </FormFrame>
  );
}
