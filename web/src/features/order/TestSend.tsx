import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { formOf } from '@/kit/form/formOf';
import { UploadField } from '@/kit/upload/UploadField';
import { type Uploaded, upload } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { sendOnce } from '@/lib/api/idempotency';
import { useWork } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { MOBILE, phoneDigits } from '@/lib/input/digits';
import { useOverlay } from '@/lib/overlay';
import { navigate, useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { Select } from '@/ui/Select';
import type { tryOf } from './request';

type Props = { tried: NonNullable<ReturnType<typeof tryOf>>; open: boolean; onClose: () => void };
type TestSendValues = { by?: 'numbers' | 'file'; numbers?: string[]; fileId?: Uploaded };
const { useWatch } = formOf<TestSendValues>();
const TXT = ['.txt'];
const INITIAL: TestSendValues = { by: 'numbers' };

/** Returns the file of the numbers, uploaded once for each list: a repeated press sends the same request. */
function useNumbersFile() {
  const last = useRef<{ text: string; id: string }>(undefined);
  return async (numbers: string[]) => {
    const text = numbers.map(phoneDigits).join('\n');
    if (last.current?.text !== text) {
      const { id } = await upload(new File([text], 'test.txt', { type: 'text/plain' }), 'contact');
      last.current = { text, id };
    }
    return last.current.id;
  };
}

/** Sends the form's message free of charge to some numbers, typed or of a txt file; the page of the test shows each result. */
export function TestSend({ tried, open, onClose }: Props) {
  const t = useTranslations('order');
  const { modal } = useApp();
  const { href } = useSearch();
  const [form] = Form.useForm<TestSendValues>();
  const by = useWatch('by', form) ?? 'numbers';
  const n = useLimit('order.test.numbers');
  const facts = { n, daily: useLimit('order.test.daily') };
  const max = useLimit('contact.file.bytes');
  const fileOf = useNumbersFile();
  const write = async (v: TestSendValues, withdrawn?: AbortSignal) => {
    const fileId = v.by === 'file' ? (v.fileId?.id ?? '') : await fileOf(v.numbers ?? []);
    return sendOnce(request('post', '/gc/groupsendorder/test', { body: { fileId, ...tried } }), withdrawn);
  };
  const send = useWork(write, {
    quiet: true,
    owner: form,
    onFailed: (e) => showErrors(form, e),
    changes: ['/gc/groupsendorder/page'],
    onDone: (made) => {
      form.resetFields();
      onClose();
      void modal.confirm({
        title: t('try.done'),
        content: made.orderNo,
        okText: t('try.look'),
        onOk: () => navigate(href({ create: null, draft: null, edit: null, copy: null, view: null, id: made.id })),
      });
    },
  });
  const needed = (field: string) => ({ required: true, message: t('missing', { field }) });
  const numbers = {
    validator: (_: unknown, all: string[] = []) =>
      all.every((one) => MOBILE.test(phoneDigits(one))) ? Promise.resolve() : Promise.reject(new Error(t('try.wrong'))),
  };
  return (
    <FormFrame<TestSendValues>
      in="modal"
      open={open}
      title={t('try.action')}
      submit={t('try.action')}
      busy={send.isPending}
      form={form}
      onClose={onClose}
      initial={INITIAL}
      onSubmit={send.mutate}
    >
      <Unknown />
      <Form.Item name="by" label={t('try.to')}>
        <Segmented options={(['numbers', 'file'] as const).map((value) => ({ value, label: t(`try.by.${value}`) }))} />
      </Form.Item>
      {by === 'numbers' ? (
        <Form.Item
          name="numbers"
          label={t('try.numbers')}
          extra={t('try.numbersHint', facts)}
          rules={[needed(t('try.numbers')), numbers]}
        >
          <Select<string[]>
            mode="tags"
            maxCount={n}
            tokenSeparators={[',', ';', '\n']}
            open={false}
            suffixIcon={null}
            placeholder="+5511987654321"
          />
        </Form.Item>
      ) : (
        <Form.Item name="fileId" label={t('try.file')} extra={t('try.hint', facts)} rules={[needed(t('try.file'))]}>
          <UploadField kind="contact" only={TXT} max={max} />
        </Form.Item>
      )}
    </FormFrame>
  );
}

/** Says before anything is typed that an account without verification and credit cannot test, and leads to a top-up. */
function Unknown() {
  const t = useTranslations('order');
  const open = useOverlay((s) => s.open);
  const may = usePermission();
  const { data: own } = useQuery({ ...get('/pi/personal/info'), enabled: may({ types: [2, 3] }) });
  if (!own || own.activated || (own.balance ?? 0) + (own.reserved ?? 0) > 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('try.unknown')}
      action={may(TOP_UP_ACCESS) && <Button onClick={() => open('topUp')}>{t('try.topUp')}</Button>}
    />
  );
}
