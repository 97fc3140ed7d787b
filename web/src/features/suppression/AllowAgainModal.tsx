import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { byRecipient, type Entry } from './useEntries';

const { Field } = formOf<{ reason?: string }>();

/** Asks before an entry is lifted, and staff for the reason when the recipient asked for it. */
export function AllowAgainModal({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const t = useTranslations('suppression');
  const f = useFormat();
  return (
    <OverlayForm<{ reason?: string }>
      in="modal"
      open={entry !== null}
      title={t('liftTitle', { number: entry?.email ?? f.number(entry?.phoneNumber ?? '') })}
      submit={t('lift')}
      danger
      send={(query) => request('delete', '/aty/suppression/{id}', { path: { id: entry?.id ?? '' }, query })}
      changes={['/aty/suppression/page']}
      done={t('lifted')}
      onClose={onClose}
    >
      <p>{t('liftText')}</p>
      {entry && byRecipient(entry) && (
        <Field name="reason" label={t('liftReason')} required>
          <Input.TextArea rows={2} maxLength={LIMITS.remark} showCount />
        </Field>
      )}
    </OverlayForm>
  );
}
