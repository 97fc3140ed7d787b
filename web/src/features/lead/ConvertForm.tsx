import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useCountries } from '@/kit/country';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { request } from '@/lib/api/request';
import { type Customer, customerOf, type Detail, LEAD, LEADS } from './lead';

const { Field, useWatch } = formOf<Customer>();

/** Makes a customer of a lead. */
export function ConvertForm({ lead, open, onClose }: { lead: Detail; open: boolean; onClose: () => void }) {
  const t = useTranslations('lead');
  const { options, loading } = useCountries();
  const code = options.find((c) => c.value === lead.countryCode)?.callingCode ?? '';
  return (
    <OverlayForm<Customer>
      in="modal"
      open={open && !loading}
      title={t('convertTitle')}
      submit={t('convert')}
      initial={customerOf(lead, code)}
      send={(body) => request('post', '/channel/lead/{id}/convert', { path: { id: lead.id }, body })}
      changes={[LEAD, LEADS, '/aty/customerinfo/page']}
      done={t('converted')}
      onClose={onClose}
    >
      {lead.promoterName && <p>{t('referrer', { name: lead.promoterName })}</p>}
      <Fields />
    </OverlayForm>
  );
}

function Fields() {
  const t = useTranslations('lead');
  const enterprise = useWatch('customerType') === 'enterprise';
  return (
    <>
      <Field name="name" label={t('name')} required>
        <Input autoComplete="off" maxLength={50} />
      </Field>
      <Field name="phone" label={t('loginPhone')} extra={t('loginHint')} required>
        <Input autoComplete="off" inputMode="tel" maxLength={14} />
      </Field>
      <Field name="email" label={t('email')} required>
        <Input autoComplete="off" inputMode="email" />
      </Field>
      <Field name="countryCode" label={t('countryCode')} required>
        <CountrySelect />
      </Field>
      <Field name="customerType" label={t('customerType')} required>
        <DictSelect code="customer_type" />
      </Field>
      {enterprise && (
        <Field name="companyName" label={t('companyName')} required>
          <Input autoComplete="off" maxLength={128} />
        </Field>
      )}
    </>
  );
}
