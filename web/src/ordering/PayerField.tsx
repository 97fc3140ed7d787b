import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import { LovPicker } from '@/kit/lov/LovPicker';
import { get } from '@/lib/api/query';
import type { TargetValues } from './target';

const { useWatch } = formOf<TargetValues>();

/** The payer of an order that is edited: it cannot change, and the estimate uses its balance. */
export const PayerKept = () => (
  <Form.Item name="userId" hidden noStyle>
    <Input />
  </Form.Item>
);

/** The customer that staff and agents order for. Users who order for themselves are not asked. */
export function PayerField() {
  const t = useTranslations('order');
  const form = Form.useFormInstance<TargetValues>();
  const may = usePermission();
  const staff = may({ types: [1] });
  const userId = useWatch('userId', form);
  // A draft, or an order that is ordered once more, knows the id alone.
  const known = useQuery({
    ...get('/aty/customerinfo', { query: { userId: userId ?? '' } }),
    enabled: Boolean(userId),
  });
  if (!may({ types: [1, 11] })) return null;
  return (
    <Form.Item
      name="userId"
      label={t('payer')}
      extra={t(staff ? 'payerHintStaff' : 'payerHint')}
      rules={[{ required: staff, message: t('missing', { field: t('payer') }) }]}
    >
      <LovPicker
        keyword="customer"
        multiple={false}
        label={t('payer')}
        rows={known.data ? [{ userId: known.data.userId, name: known.data.name }] : []}
        onChange={() => form.setFieldValue('groupId', undefined)}
      />
    </Form.Item>
  );
}
