import { useQuery } from '@tanstack/react-query';
import { Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { UploadField } from '@/kit/upload/UploadField';
import type { Uploaded } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { get } from '@/lib/api/query';
import type { BodyOf } from '@/lib/api/types';
import { Select } from '@/ui/Select';

export type BatchValues = Omit<BodyOf<'post', '/kfsms/batch'>, 'fileId' | 'quantity'> & {
  source?: 'file' | 'partner';
  file?: Pick<Uploaded, 'id' | 'name'>;
  quantity?: number;
};

const { Field, NumberField, useWatch } = formOf<BatchValues>();

const LONGEST = { no: 40, remark: 255 };

/** The fields of a batch: of one that is there only its days and its remark. */
export function BatchFields({ added }: { added: boolean }) {
  const t = useTranslations('numberbatch');
  return (
    <>
      {added && <NewFields />}
      <Field name="from" label={t('from')} extra={t('fromHint')}>
        <Input type="date" />
      </Field>
      <Field name="until" label={t('until')} extra={t('untilHint')}>
        <Input type="date" />
      </Field>
      <Field name="remark" label={t('remark')}>
        <Input.TextArea rows={2} maxLength={LONGEST.remark} showCount />
      </Field>
    </>
  );
}

function NewFields() {
  const t = useTranslations('numberbatch');
  const bytes = useLimit('contact.file.bytes');
  const dealers = useQuery(get('/kfsms/dealer/selector', { query: { size: 100, enabled: 'true' } }));
  const { data: offer } = useQuery(get('/kfsms/batch/partner'));
  const source = useWatch('source');
  return (
    <>
      <Field name="batchNo" label={t('batchNo')} required>
        <Input maxLength={LONGEST.no} autoComplete="off" />
      </Field>
      <Field name="dealerId" label={t('dealerName')} required>
        <Select
          loading={dealers.isPending}
          options={(dealers.data?.records ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="countryCode" label={t('countryCode')} required>
        <CountrySelect />
      </Field>
      {(['type', 'quality', 'age'] as const).map((name) => (
        <Field key={name} name={name} label={t(name)} required>
          <DictSelect code={`resource_${name}`} />
        </Field>
      ))}
      {offer?.offered && (
        <Field name="source" label={t('source')}>
          <Segmented
            options={(['file', 'partner'] as const).map((value) => ({ value, label: t(`sources.${value}`) }))}
          />
        </Field>
      )}
      {source === 'partner' ? (
        <NumberField
          name="quantity"
          label={t('quantity')}
          extra={t('quantityHint', { n: offer?.mostNumbers ?? 0 })}
          required
          min={1}
          max={offer?.mostNumbers}
        />
      ) : (
        <Field name="file" label={t('file')} required>
          <UploadField kind="contact" max={bytes} />
        </Field>
      )}
    </>
  );
}
