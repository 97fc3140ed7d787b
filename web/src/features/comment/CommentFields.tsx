import { Checkbox, Form, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';
import { DeadlineField } from '@/ordering/DeadlineField';
import { PayerField, PayerKept } from '@/ordering/PayerField';
import { StartFields } from '@/ordering/StartFields';
import type { CommentValues, TemplateRow } from './request';
import { TemplateSelect } from './TemplateSelect';

const { NumberField } = formOf<CommentValues>();

const LONGEST = { url: 500, instructions: 1000 };

type Props = {
  values: CommentValues;
  fixed: boolean;
  /** Template of the order that is changed. */
  own?: TemplateRow;
};

/** The fields of a comment order. The payer of an order that is changed stays. */
export function CommentFields({ values, fixed, own }: Props) {
  const t = useTranslations('comment');
  const all = useTranslations('order');
  const most = useLimit('comment.quantity.max');
  const form = Form.useFormInstance<CommentValues>();
  const needed = (field: string) => [{ required: true, message: all('missing', { field }) }];
  const ways = (['template', 'instructions'] as const).map((value) => ({ value, label: t(`by.${value}`) }));
  return (
    <>
      <Form.Item name="name" label={all('name')} rules={[{ ...needed(all('name'))[0], whitespace: true }]}>
        <Input maxLength={LIMITS.orderName} showCount autoComplete="off" />
      </Form.Item>
      {fixed ? <PayerKept /> : <PayerField />}
      <Form.Item name="platform" label={t('platform')} rules={needed(t('platform'))}>
        <DictSelect code="comment_platform" onChange={() => form.setFieldValue('template', undefined)} />
      </Form.Item>
      <Form.Item name="targetUrl" label={t('targetUrl')} extra={t('targetHint')} rules={needed(t('targetUrl'))}>
        <Input maxLength={LONGEST.url} inputMode="url" autoComplete="off" placeholder="https://" />
      </Form.Item>
      <Form.Item
        name="countryCode"
        label={all('countryCode')}
        extra={t('countryHint')}
        rules={needed(all('countryCode'))}
      >
        <CountrySelect />
      </Form.Item>
      <NumberField name="quantity" label={t('total')} required min={1} max={most} />
      <Form.Item name="by" label={t('text')}>
        <Segmented options={ways} />
      </Form.Item>
      {values.by === 'instructions' ? (
        <Form.Item name="instructions" label={t('by.instructions')} rules={needed(t('by.instructions'))}>
          <Input.TextArea rows={3} maxLength={LONGEST.instructions} showCount />
        </Form.Item>
      ) : (
        <Form.Item name="template" label={t('template')} rules={needed(t('template'))}>
          <TemplateSelect platform={values.platform} customer={values.userId} own={own} />
        </Form.Item>
      )}
      <StartFields later={values.when === 'later'} />
      <DeadlineField when={values.when} startTime={values.startTime} />
      <Form.Item name="remark" label={all('remark')}>
        <Input maxLength={LIMITS.remark} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="owned"
        valuePropName="checked"
        rules={[{ validator: (_, on) => (on ? Promise.resolve() : Promise.reject(new Error(t('ownedMissing')))) }]}
      >
        <Checkbox>{t('owned')}</Checkbox>
      </Form.Item>
    </>
  );
}
