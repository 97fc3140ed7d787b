import { Form, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { CountrySelect } from '@/kit/input/selects';
import { UploadField } from '@/kit/upload/UploadField';
import { useLimit } from '@/kit/useLimit';
import { useFormat } from '@/lib/format';
import { AudienceFields, type FilterField } from './AudienceFields';
import { CollectionSelect } from './CollectionSelect';
import { FileFacts } from './FileFacts';
import { useOrderKind, useOrderTexts } from './kind';
import { PayerField, PayerKept } from './PayerField';
import type { TargetValues } from './target';

type Props = {
  values: TargetValues;
  /** Whether the payer cannot change any more, or is asked for elsewhere. */
  fixed: boolean;
  /** Business type whose countries a file may have. */
  business: string;
  /** The only countries of a kind that not all are open to. */
  countries?: readonly string[];
  /** Filters for the members of a collection. */
  filters?: readonly FilterField[];
};

/** The recipients of an order: a contact list, or the numbers of a file. */
export function TargetFields({ values, fixed, business, countries, filters = [] }: Props) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const { recipients } = useOrderKind();
  const f = useFormat();
  const max = useLimit('contact.file.bytes');
  const required = (field: string) => [{ required: true, message: t('missing', { field }) }];
  const target = values.target ?? 'group';
  const only = countries && own('onlyCountries', { countries: countries.map(f.country).join(', ') });
  return (
    <>
      {fixed ? <PayerKept /> : <PayerField />}
      <Form.Item name="target" label={own('target')} initialValue="group" required>
        <Segmented options={(['group', 'file'] as const).map((value) => ({ value, label: t(`targetOf.${value}`) }))} />
      </Form.Item>
      {target === 'group' ? (
        <>
          <Form.Item name="groupId" label={t('collection')} extra={only} rules={required(t('collection'))}>
            <CollectionSelect owner={values.userId} countries={countries} type={recipients} />
          </Form.Item>
          {filters.length > 0 && <AudienceFields values={values} offers={filters} />}
        </>
      ) : (
        <>
          <Form.Item name="file" label={t('file')} extra={own('fileHint')} rules={required(t('file'))}>
            <UploadField kind="contact" max={max} />
          </Form.Item>
          <Form.Item name="countryCode" label={t('countryCode')} extra={only} rules={required(t('countryCode'))}>
            <CountrySelect business={business} only={countries} />
          </Form.Item>
          <FileFacts values={values} />
        </>
      )}
    </>
  );
}
