import { Checkbox, Form, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Fold } from '@/kit/form/Fold';
import { formOf } from '@/kit/form/formOf';
import { Sections } from '@/kit/form/Sections';
import { CountrySelect, DictSelect } from '@/kit/input/selects';
import { DescriptionList } from '@/kit/page/Page';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';
import { DeadlineField } from '@/ordering/DeadlineField';
import { PayerField, PayerKept } from '@/ordering/PayerField';
import { StartFields } from '@/ordering/StartFields';
import { useStartText } from '@/ordering/useStartText';
import type { CommentValues, TemplateRow } from './request';
import { TemplateSelect } from './TemplateSelect';

const { NumberField } = formOf<CommentValues>();

const LONGEST = { url: 500, instructions: 1000 };

type Props = {
  values: CommentValues;
  fixed: boolean;
  /** Template of the order that is changed. */
  own?: TemplateRow;
  /** Whether nothing is missing for an estimate. */
  ready: boolean;
  /** What it costs, for the last section. */
  children: ReactNode;
};

const MORE = ['deadline', 'remark'];

/** The fields of a comment order in sections: audience, message, schedule, review. The payer of an order that is changed stays. */
export function CommentFields({ values, fixed, own, ready, children }: Props) {
  const t = useTranslations('comment');
  const all = useTranslations('order');
  const most = useLimit('comment.quantity.max');
  const form = Form.useFormInstance<CommentValues>();
  const needed = (field: string) => [{ required: true, message: all('missing', { field }) }];
  const ways = (['template', 'instructions'] as const).map((value) => ({ value, label: t(`by.${value}`) }));
  const later = values.when === 'later';
  const start = useStartText(values);
  const texts = values.by === 'instructions' ? values.instructions?.trim() : values.template?.id;
  const sections = [
    {
      title: all('compose.audience'),
      done: Boolean(
        values.name?.trim() && values.platform && values.targetUrl && values.countryCode && values.quantity,
      ),
      content: (
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
        </>
      ),
    },
    {
      title: all('compose.message'),
      done: Boolean(texts),
      content: (
        <>
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
        </>
      ),
    },
    {
      title: all('compose.schedule'),
      done: !later || Boolean(values.startTime),
      content: (
        <>
          <StartFields later={later} country={values.countryCode} />
          <Fold title={all('compose.more')} fields={MORE}>
            <DeadlineField when={values.when} startTime={values.startTime} />
            <Form.Item name="remark" label={all('remark')}>
              <Input maxLength={LIMITS.remark} autoComplete="off" />
            </Form.Item>
          </Fold>
        </>
      ),
    },
    {
      title: all('compose.review'),
      done: ready && values.owned,
      content: (
        <>
          <DescriptionList
            items={[
              { label: all('name'), value: values.name?.trim() || '–' },
              { label: t('targetUrl'), value: values.targetUrl?.trim() || '–' },
              { label: all('startTime'), value: start },
            ]}
          />
          {children}
          <Form.Item
            name="owned"
            valuePropName="checked"
            rules={[{ validator: (_, on) => (on ? Promise.resolve() : Promise.reject(new Error(t('ownedMissing')))) }]}
          >
            <Checkbox>{t('owned')}</Checkbox>
          </Form.Item>
        </>
      ),
    },
  ];
  return <Sections label={all('compose.label')} sections={sections} />;
}
