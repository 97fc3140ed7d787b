import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { useAct } from '@/kit/api/act';
import { Field } from '@/kit/form/Field';
import { showErrors } from '@/kit/form/fieldErrors';
import { useFormat } from '@/kit/format';
import { useApp } from '@/kit/light/app';
import { PageModal } from '@/kit/modal/PageModal';
import { byRecipient, type Entry } from './useEntries';

/** Asks before an entry is lifted, and staff for the reason when the recipient asked for it. */
export function LiftModal({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const t = useTranslations('suppression');
  const f = useFormat();
  const { message } = useApp();
  const [form] = Form.useForm<{ reason?: string }>();
  const lift = useAct('delete', '/aty/suppression/{id}', {
    quiet: true,
    changes: ['/aty/suppression/page'],
    onDone: () => {
      void message.success(t('lifted'));
      onClose();
    },
  });
  const id = entry?.id ?? '';
  const submit = ({ reason }: { reason?: string }) =>
    lift.mutate({ path: { id }, query: { reason } }, { onError: (e) => showErrors(form, e) });
  return (
    <PageModal
      open={entry !== null}
      title={t('liftTitle', { number: f.number(entry?.phoneNumber ?? '') })}
      okText={t('lift')}
      okButtonProps={{ danger: true, loading: lift.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{t('liftText')}</p>
      <Form form={form} layout="vertical" onFinish={submit}>
        {entry && byRecipient(entry) && (
          <Field name="reason" label={t('liftReason')} required>
            <Input.TextArea rows={2} maxLength={LIMITS.remark} showCount />
          </Field>
        )}
      </Form>
    </PageModal>
  );
}
