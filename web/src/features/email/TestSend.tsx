import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslations } from 'next-intl';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { formOf } from '@/kit/form/formOf';
import { useLimit } from '@/kit/useLimit';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { isEmail } from '@/lib/input/email';
import { navigate, useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { Select } from '@/ui/Select';
import type { testOf } from './request';

type Props = { tested: NonNullable<ReturnType<typeof testOf>>; open: boolean; onClose: () => void };
type TestValues = { addresses?: string[] };

const { Field } = formOf<TestValues>();
const MAX_ADDRESSES = 5;

/** Sends the form's email free of charge to a few addresses, to the user's own by default. */
export function TestSend({ tested, open, onClose }: Props) {
  const t = useTranslations('email.test');
  const order = useTranslations('order');
  const { modal } = useApp();
  const { href } = useSearch();
  const own = useQuery(get('/pi/personal/info')).data?.email;
  const [form] = Form.useForm<TestValues>();
  const daily = useLimit('order.test.daily');
  const send = useApiMutation(
    (addresses: string[]) => request('post', '/edm/order/test', { body: { ...tested, addresses } }),
    {
      quiet: true,
      single: true,
      owner: form,
      onFailed: (e) => showErrors(form, e),
      changes: ['/edm/order/page'],
      onDone: (made) => {
        form.resetFields();
        onClose();
        void modal.confirm({
          title: order('try.done'),
          content: made.orderNo,
          okText: order('try.look'),
          onOk: () => navigate(href({ create: null, draft: null, edit: null, copy: null, view: null, id: made.id })),
        });
      },
    },
  );
  return (
    <FormFrame<TestValues>
      in="modal"
      open={open}
      title={t('action')}
      submit={t('action')}
      busy={send.isPending}
      form={form}
      initial={{ addresses: own ? [own] : [] }}
      onClose={onClose}
      onSubmit={({ addresses }) => addresses && send.mutate(addresses)}
    >
      <Field
        name="addresses"
        label={t('addresses')}
        extra={t('hint', { n: MAX_ADDRESSES, daily })}
        required
        rules={() => [
          {
            validator: (_: unknown, all: string[] = []) =>
              all.every((a) => isEmail(a)) ? Promise.resolve() : Promise.reject(new Error(t('wrong'))),
          },
        ]}
      >
        <Select<string[]>
          mode="tags"
          maxCount={MAX_ADDRESSES}
          tokenSeparators={[',', ';', ' ']}
          open={false}
          suffixIcon={null}
        />
      </Field>
    </FormFrame>
  );
}
