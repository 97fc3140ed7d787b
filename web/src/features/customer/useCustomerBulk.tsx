import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import type { BatchAction } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { useSession } from '@/lib/session';
import { BulkPrice } from './BulkPrice';
import type { Customer } from './customer';
import css from './customer.module.css';

const { Field } = formOf<{ reason: string }>();

const REASON = 255;

/** What can be done with several customers: the calls of the single ones, one after the other. */
export function useCustomerBulk(): BatchAction<Customer, 'customer'>[] {
  const t = useTranslations('customer');
  const own = useSession((s) => s.info?.userId);
  const nameOf = (c: Customer) => c.name;
  const lock = (c: Customer, reason?: string) =>
    request('put', '/blacklistuserinfo/lockOrUnlock', {
      body: { userId: c.userId, lock: reason !== undefined, reason },
    });
  return [
    {
      key: 'lock',
      danger: true,
      permission: 'aty:customerinfo:lock',
      bulk: {
        nameOf,
        each: (c, { reason }) => lock(c, String(reason ?? '').trim()),
        except: (c) => (c.userId === own ? t('bulk.own') : c.locked && t('bulk.isLocked')),
        title: (n) => t('bulk.lockTitle', { n }),
        content: () => <p className={css.note}>{t('bulk.lockText')}</p>,
        fields: () => (
          <Field name="reason" label={t('reason')} required extra={t('reasonNote')} rules={(r) => [r.max(REASON)]}>
            <Input.TextArea rows={3} maxLength={REASON} showCount />
          </Field>
        ),
      },
    },
    {
      key: 'unlock',
      permission: 'aty:customerinfo:lock',
      bulk: {
        nameOf,
        each: (c) => lock(c),
        except: (c) => !c.locked && t('bulk.notLocked'),
        title: (n) => t('bulk.unlockTitle', { n }),
        content: () => <p className={css.note}>{t('bulk.unlockText')}</p>,
      },
    },
    {
      key: 'setPrice',
      permission: 'aty:customerinfo:price',
      bulk: {
        nameOf,
        each: (c, { service, countryCode, price }) => {
          const line = { service, countryCode, price } as PriceLine;
          return request('post', '/aty/customerinfo/price/charge/save', { body: { ...line, userId: c.userId } });
        },
        title: (n) => t('bulk.priceTitle', { n }),
        fields: (customers) => <BulkPrice customers={customers} />,
      },
    },
  ];
}

type PriceLine = Omit<BodyOf<'post', '/aty/customerinfo/price/charge/save'>, 'userId'>;
