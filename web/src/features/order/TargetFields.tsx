import { Form, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useMay } from '@/kit/access/Can';
import { CountrySelect } from '@/kit/input/selects';
import { LovPicker } from '@/kit/lov/LovPicker';
import { UploadField } from '@/kit/upload/UploadField';
import { useLimit } from '@/kit/useLimit';
import { CollectionSelect } from '@/ordering/CollectionSelect';
import { AudienceFields } from './AudienceFields';
import { FileFacts } from './FileFacts';
import type { Values } from './wish';

/** Whom is sent to: a collection, or the numbers of a file; by staff and agents, for which customer. */
export function TargetFields({ values, fixed }: { values: Values; fixed: boolean }) {
  const t = useTranslations('order');
  const form = Form.useFormInstance<Values>();
  const above = useMay()({ types: [1, 11] });
  const max = useLimit('contact.file.bytes');
  const required = (field: string) => [{ required: true, message: t('missing', { field }) }];
  const target = values.target ?? 'group';
  return (
    <>
      {above && !fixed && (
        <Form.Item name="userId" label={t('payer')} extra={t('payerHint')}>
          <LovPicker
            keyword="customer"
            multiple={false}
            label={t('payer')}
            onChange={() => form.setFieldValue('groupId', undefined)}
          />
        </Form.Item>
      )}
      <Form.Item name="target" label={t('target')} initialValue="group" required>
        <Segmented options={(['group', 'file'] as const).map((value) => ({ value, label: t(`targetOf.${value}`) }))} />
      </Form.Item>
      {target === 'group' ? (
        <>
          <Form.Item name="groupId" label={t('collection')} rules={required(t('collection'))}>
            <CollectionSelect owner={values.userId} />
          </Form.Item>
          <AudienceFields values={values} />
        </>
      ) : (
        <>
          <Form.Item name="file" label={t('file')} extra={t('fileHint')} rules={required(t('file'))}>
            <UploadField kind="contact" max={max} />
          </Form.Item>
          <Form.Item name="countryCode" label={t('countryCode')} rules={required(t('countryCode'))}>
            <CountrySelect business="bulk" />
          </Form.Item>
          <FileFacts values={values} />
        </>
      )}
    </>
  );
}
