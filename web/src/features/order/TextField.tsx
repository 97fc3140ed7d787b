import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { MessageText } from '@/kit/input/MessageText';

/** Characters as the server counts them. */
function counted(max: number) {
  return { show: true, max, strategy: (text: string) => [...text].length };
}

/** Rules of a message's texts. */
export function useRule() {
  const t = useTranslations('order');
  return {
    required: (label: string) => ({ required: true, message: t('missing', { field: label }) }),
    atMost: (max: number) => ({
      validator: (_: unknown, text?: string) =>
        [...(text ?? '')].length > max ? Promise.reject(new Error(t('tooLong', { n: max }))) : Promise.resolve(),
    }),
  };
}

/** A text of a message, with how many characters it has. */
export function Text({
  path,
  label,
  max,
  required,
  rows,
  hint,
  tools = {},
}: {
  path: (string | number)[];
  label: string;
  max: number;
  required: boolean;
  rows: number;
  hint?: string;
  /** What helps to write a text of several rows. */
  tools?: { marks?: boolean; names?: readonly string[] };
}) {
  const rule = useRule();
  return (
    <Form.Item
      name={path}
      label={label}
      extra={hint}
      rules={[...(required ? [rule.required(label)] : []), rule.atMost(max)]}
    >
      {rows > 1 ? <MessageText rows={rows} max={max} {...tools} /> : <Input count={counted(max)} autoComplete="off" />}
    </Form.Item>
  );
}
