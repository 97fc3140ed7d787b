import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { request } from '@/lib/api/request';
import { LEAD, LEADS, LONGEST } from './lead';

type LostValues = { reason: string };
const { Field } = formOf<LostValues>();

/** Gives a lead up, and says why. */
export function LostForm({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const t = useTranslations('lead');
  return (
    <OverlayForm<LostValues>
      in="modal"
      open={open}
      title={t('mark.lost')}
      send={({ reason }) => request('put', '/channel/lead/status', { body: { id, status: 'lost', reason } })}
      changes={[LEAD, LEADS]}
      onClose={onClose}
    >
      <Field name="reason" label={t('lostReason')} required>
        <Input.TextArea rows={2} maxLength={LONGEST.reason} showCount />
      </Field>
    </OverlayForm>
  );
}
