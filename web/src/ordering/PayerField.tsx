import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useMay } from '@/kit/access/Can';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { TargetValues } from './target';

/** For which customer staff and agents order; whoever orders for himself is not asked. */
export function PayerField() {
  const t = useTranslations('order');
  const form = Form.useFormInstance<TargetValues>();
  const above = useMay()({ types: [1, 11] });
  if (!above) return null;
  return (
    <Form.Item name="userId" label={t('payer')} extra={t('payerHint')}>
      <LovPicker
        keyword="customer"
        multiple={false}
        label={t('payer')}
        onChange={() => form.setFieldValue('groupId', undefined)}
      />
    </Form.Item>
  );
}
