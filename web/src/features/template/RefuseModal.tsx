import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { type Detail, TEMPLATE_LIST } from './template';

const { Field } = formOf<{ reason: string }>();

/** A refusal needs a reason, which the customer reads. */
export function RefuseModal({ template, open, onClose }: { template: Detail; open: boolean; onClose: () => void }) {
  const t = useTranslations('template');
  return (
    <OverlayForm<{ reason: string }>
      in="modal"
      open={open}
      title={t('refuseTitle', { name: template.name })}
      submit={t('refuse')}
      danger
      send={({ reason }) =>
        request('put', '/gc/template/review', { body: { ids: [template.id], pass: false, reason } })
      }
      changes={[TEMPLATE_LIST]}
      done={t('refused')}
      onClose={onClose}
    >
      <Field name="reason" label={t('refuseReason')} required>
        <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
      </Field>
    </OverlayForm>
  );
}
