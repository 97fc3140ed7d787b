import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { request } from '@/lib/api/request';
import { CUSTOMER_QUERIES, type Customer } from './customer';
import css from './customer.module.css';

const { Field } = formOf<{ reason: string }>();

const REASON = 255;

/** Stops a customer from spending, and says why. */
export function LockModal({ row, onClose }: { row: Customer | null; onClose: () => void }) {
  const t = useTranslations('customer');
  return (
    <OverlayForm<{ reason: string }>
      in="modal"
      open={row !== null}
      title={t('lockTitle', { name: row?.name ?? '' })}
      submit={t('lock')}
      danger
      send={({ reason }) =>
        request('put', '/blacklistuserinfo/lockOrUnlock', { body: { userId: row?.userId ?? '', lock: true, reason } })
      }
      changes={CUSTOMER_QUERIES}
      done={t('locked')}
      onClose={onClose}
    >
      <p className={css.note}>{t('lockText')}</p>
      <Field name="reason" label={t('reason')} required extra={t('reasonNote')} rules={(r) => [r.max(REASON)]}>
        <Input.TextArea rows={3} maxLength={REASON} showCount />
      </Field>
    </OverlayForm>
  );
}
