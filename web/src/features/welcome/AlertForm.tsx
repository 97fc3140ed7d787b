import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { useLimit } from '@/kit/useLimit';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { ALERT } from './overview';

type AlertValues = { threshold: number | null };
const { NumberField, useWatch } = formOf<AlertValues>();

type Props = { open: boolean; threshold: number; onClose: () => void };

/** Sets the balance below which the user is alerted; 0 turns the alert off. */
export default function AlertForm({ open, threshold, onClose }: Props) {
  const t = useTranslations('welcome');
  const tt = useTranslations('table');
  const f = useFormat();
  const max = useLimit('recharge.max');
  const [form] = Form.useForm<AlertValues>();
  const next = useWatch('threshold', form);
  const say = (n: number) => (n === 0 ? t('lowBalance.off') : f.credits(n));
  return (
    <OverlayForm<AlertValues>
      in="modal"
      title={t('lowBalance.title')}
      open={open}
      form={form}
      initial={{ threshold }}
      changes={[ALERT]}
      send={(v) => request('put', '/aty/customerinfo/balance/alert', { body: { threshold: v.threshold ?? 0 } })}
      onClose={onClose}
    >
      <NumberField
        name="threshold"
        label={t('lowBalance.threshold')}
        extra={t('lowBalance.note')}
        required
        decimals={2}
        min={0}
        max={max}
        input={{ suffix: tt('unit') }}
      />
      <p role="status">
        {typeof next === 'number' && next !== threshold
          ? t('lowBalance.change', { before: say(threshold), after: say(next) })
          : '\u00a0'}
      </p>
    </OverlayForm>
  );
}
