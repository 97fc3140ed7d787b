import { Checkbox, Form, InputNumber } from 'antd';
import { useTranslations } from 'next-intl';

/** Who of a collection is sent to: all of it, or those whom a screening found. */
export function AudienceFields() {
  const t = useTranslations('order');
  return (
    <>
      <Form.Item name="waFilter" valuePropName="checked" style={{ marginBlockEnd: 8 }}>
        <Checkbox>{t('waFilter')}</Checkbox>
      </Form.Item>
      <Form.Item name="activeDays" label={t('activeDays')} extra={t('activeDaysHint')}>
        <InputNumber min={1} max={365} precision={0} style={{ width: 160 }} />
      </Form.Item>
    </>
  );
}
