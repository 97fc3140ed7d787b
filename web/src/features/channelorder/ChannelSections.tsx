import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Fold } from '@/kit/form/Fold';
import { Sections } from '@/kit/form/Sections';
import { DescriptionList } from '@/kit/page/Page';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { StartFields } from '@/ordering/StartFields';
import { useStartText } from '@/ordering/useStartText';
import { NumberFields } from './NumberFields';
import type { ChannelValues } from './request';

const MORE = ['remark'];

type Props = {
  values: ChannelValues;
  /** Whether the payer cannot change any more. */
  fixed: boolean;
  /** Whether it can be ordered as it is. */
  ready: boolean;
  /** What it costs, for the last section. */
  children: ReactNode;
};

/** The fields of an order of numbers in sections: numbers, schedule, review. */
export function ChannelSections({ values, fixed, ready, children }: Props) {
  const t = useTranslations('channelorder');
  const all = useTranslations('order');
  const f = useFormat();
  const start = useStartText(values);
  const later = values.when === 'later';
  const sections = [
    {
      title: t('dossier.audience'),
      done: Boolean(values.name?.trim() && values.countryCode && values.amount),
      content: (
        <>
          <Form.Item
            name="name"
            label={all('name')}
            rules={[{ required: true, whitespace: true, message: all('missing', { field: all('name') }) }]}
          >
            <Input maxLength={LIMITS.orderName} showCount autoComplete="off" />
          </Form.Item>
          <NumberFields values={values} fixed={fixed} />
        </>
      ),
    },
    {
      title: all('compose.schedule'),
      done: !later || Boolean(values.startTime),
      content: (
        <>
          <StartFields later={later} />
          <Fold title={all('compose.more')} fields={MORE}>
            <Form.Item name="remark" label={all('remark')}>
              <Input maxLength={LIMITS.remark} autoComplete="off" />
            </Form.Item>
          </Fold>
        </>
      ),
    },
    {
      title: all('compose.review'),
      done: ready && Boolean(values.name?.trim()),
      content: (
        <>
          <DescriptionList
            items={[
              { label: all('name'), value: values.name?.trim() || '–' },
              { label: t('countryCode'), value: values.countryCode ? f.country(values.countryCode) : '–' },
              { label: t('amount'), value: f.count(values.amount) },
              { label: all('startTime'), value: start },
            ]}
          />
          {children}
        </>
      ),
    },
  ];
  return <Sections label={all('compose.label')} sections={sections} />;
}
