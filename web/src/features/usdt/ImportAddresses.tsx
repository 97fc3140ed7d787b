import { Alert, Button, Flex, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { PageModal } from '@/kit/modal/PageModal';
import { BadRows } from '@/kit/upload/BadRows';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { errorText } from '@/lib/notifier';
import { Select } from '@/ui/Select';
import { ADDRESSES, addressesOf, MAX_ADDRESSES, PLATFORMS, type Platform, STOCK } from './usdt';

const { Field } = formOf<AddressImportValues>();

type AddressImportValues = { platform: Platform; addresses: string };

/** Addresses that are watched only: pasted, each looked at by the rules of its chain, with what was refused and why. */
export function ImportAddresses({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('usdt');
  const [form] = Form.useForm<AddressImportValues>();
  const send = useApiMutation(
    ({ platform, addresses }: AddressImportValues) =>
      request('post', '/virtual/currency/address', { body: { platform, addresses: addressesOf(addresses) } }),
    { quiet: true, single: true, changes: [ADDRESSES, STOCK] },
  );
  const results = send.data ?? [];
  const refused = results.flatMap((r, i) => (r.ok ? [] : [{ line: i + 1, number: r.id, message: r.message ?? '' }]));
  const close = () => {
    send.reset();
    form.resetFields();
    onClose();
  };
  const few = {
    validator: (_: unknown, text?: string) =>
      addressesOf(text ?? '').length > MAX_ADDRESSES
        ? Promise.reject(new Error(t('tooMany', { n: MAX_ADDRESSES })))
        : Promise.resolve(),
  };
  return (
    <PageModal open={open} title={t('importTitle')} width={640} onCancel={close} footer={null}>
      {send.data ? (
        <Flex vertical gap={16}>
          <Alert
            type={refused.length > 0 ? 'warning' : 'success'}
            showIcon
            title={t('imported', { n: results.length - refused.length, refused: refused.length })}
          />
          <BadRows label={t('refused')} errors={refused} failed={refused.length} />
          <Flex justify="end">
            <Button type="primary" onClick={close}>
              {t('close')}
            </Button>
          </Flex>
        </Flex>
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={(v: AddressImportValues) => send.mutate(v)}>
          <p>{t('importNote')}</p>
          <Field name="platform" label={t('platform')} required>
            <Select options={PLATFORMS.map((value) => ({ value, label: t(`names.${value}`) }))} />
          </Field>
          <Field name="addresses" label={t('addressList')} required rules={() => [few]} extra={t('listNote')}>
            <Input.TextArea rows={8} spellCheck={false} autoComplete="off" />
          </Field>
          <p role="alert">{send.error && <Alert type="error" showIcon title={errorText(send.error)} />}</p>
          <Flex justify="end" gap={8}>
            <Button onClick={close}>{t('cancel')}</Button>
            <Button type="primary" htmlType="submit" loading={send.isPending}>
              {t('import')}
            </Button>
          </Flex>
        </Form>
      )}
    </PageModal>
  );
}
