import { Form, type FormItemProps } from 'antd';
import { type Rules, useRules } from './rules';

type Props = Omit<FormItemProps, 'label' | 'rules'> & {
  label: string;
  required?: boolean;
  rules?: (rules: Rules) => NonNullable<FormItemProps['rules']>;
};

/** A labelled field. `required` has its text; further rules are picked from the kit's. */
export function Field({ label, required, rules, children, ...item }: Props) {
  const of = useRules();
  const all = [...(required ? [of.required(label)] : []), ...(rules?.(of) ?? [])];
  return (
    <Form.Item {...item} label={label} rules={all} required={required}>
      {children}
    </Form.Item>
  );
}
