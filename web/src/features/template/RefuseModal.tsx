import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/core/constants';
import { request } from '@/kit/api/request';
import { Field } from '@/kit/form/Field';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { type Detail, LIST } from './template';

/** A refusal needs a reason, which the customer reads. */
export function RefuseModal({ of, open, onClose }: { of: Detail; open: boolean; onClose: () => void }) {
  const t = useTranslations('template');
  return (
    <OverlayForm<{ reason: string }>
      in="modal"
      open={open}
      title={t('refuseTitle', { name: of.name })}
      submit={t('refuse')}
      danger
      send={({ reason }) => request('put', '/gc/template/review', { body: { ids: [of.id], pass: false, reason } })}
      changes={[LIST]}
      done={t('refused')}
      onClose={onClose}
    >
      <Field name="reason" label={t('refuseReason')} required>
        <Input.TextArea rows={3} maxLength={LIMITS.remark} showCount />
      </Field>
    </OverlayForm>
  );
}
