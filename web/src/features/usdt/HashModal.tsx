import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { CopyField } from '@/kit/cell/CopyField';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { request } from '@/lib/api/request';
import { type Order, USDT_ORDER_LIST } from './usdt';

const { Field } = formOf<{ hash: string }>();

/** Submits a hash that a customer gave to staff. The chain decides; the result shows at the order. */
export function HashModal({ order, onClose }: { order: Order | null; onClose: () => void }) {
  const t = useTranslations('usdt');
  return (
    <OverlayForm<{ hash: string }>
      in="modal"
      open={order !== null}
      title={t('submitTitle', { name: order?.customerName ?? '' })}
      submit={t('submit')}
      send={({ hash }) =>
        request('put', '/virtual/currency/order/recharge/submit/hash', {
          body: { orderId: order?.id ?? '', tradeId: hash.trim() },
        })
      }
      changes={[USDT_ORDER_LIST, '/virtual/currency/order/recharge/{id}']}
      done={t('submitted')}
      onClose={onClose}
    >
      <p>{t('submitText', { chain: order ? t(`names.${order.platform}`) : '' })}</p>
      {order && (
        <p>
          <CopyField text={order.address} />
        </p>
      )}
      <Field name="hash" label={t('hash')} required>
        <Input autoComplete="off" spellCheck={false} maxLength={200} />
      </Field>
    </OverlayForm>
  );
}
