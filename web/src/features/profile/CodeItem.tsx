import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';

/** The field for a code of the app, or for a recovery code. */
export function CodeItem() {
  const t = useTranslations('auth');
  return (
    <Form.Item name="code" label={t('code')} rules={[{ required: true, message: t('required', { field: t('code') }) }]}>
      <Input autoComplete="one-time-code" inputMode="text" maxLength={64} />
    </Form.Item>
  );
}
