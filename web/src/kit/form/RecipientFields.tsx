import { Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { LIMITS } from '@/lib/constants';
import { formOf } from './formOf';

/** Values of a form about one recipient: a number, or an address. */
export type RecipientValues = { of?: 'phone' | 'email'; phoneNumber?: string; email?: string };

const { Field, useWatch } = formOf<RecipientValues>();

/** The recipient as a call takes it, of what a form has of both. */
export const recipientOf = ({ of, phoneNumber = '', email = '' }: RecipientValues) =>
  of === 'email' ? { email: email.trim() } : { phoneNumber: phoneNumber.trim() };

type Props = { label: string; numberHint: string; addressHint?: string };

/** Chooses between a number and an address, and takes it. */
export function RecipientFields({ label, numberHint, addressHint }: Props) {
  const t = useTranslations('form');
  return (
    <>
      <Field name="of" label={label} required>
        <Segmented
          options={(['phone', 'email'] as const).map((value) => ({ value, label: t(`recipientKinds.${value}`) }))}
        />
      </Field>
      {useWatch('of') === 'email' ? (
        <Field name="email" label={t('emailAddress')} extra={addressHint} required rules={(r) => [r.email]}>
          <Input autoComplete="off" inputMode="email" maxLength={LIMITS.address} />
        </Field>
      ) : (
        <Field name="phoneNumber" label={t('number')} extra={numberHint} required>
          <Input autoComplete="off" inputMode="tel" maxLength={40} />
        </Field>
      )}
    </>
  );
}
