import type { UseQueryResult } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Fold } from '@/kit/form/Fold';
import { Sections } from '@/kit/form/Sections';
import { DescriptionList } from '@/kit/page/Page';
import { LIMITS } from '@/lib/constants';
import type { Estimate } from '@/ordering/EstimateCard';
import { StartFields } from '@/ordering/StartFields';
import { TargetFields } from '@/ordering/TargetFields';
import { countryOf, targetOf } from '@/ordering/target';
import { useStartText } from '@/ordering/useStartText';
import { ExpiryFields } from './ExpiryFields';
import { RecordingFields } from './RecordingFields';
import type { CallOrderValues } from './request';
import { TypeFields } from './TypeFields';

const MORE = ['remark'];

type Props = {
  values: CallOrderValues;
  countries: readonly string[] | undefined;
  estimate: UseQueryResult<Estimate>;
  /** Whether nothing is missing for an estimate. */
  ready: boolean;
  /** Whether the recording and its answers are there. */
  complete: boolean;
  /** Whether the payer cannot change any more. */
  fixed: boolean;
  /** What it costs, for the last section. */
  children: ReactNode;
};

/** The fields of a call order in sections: audience, message, schedule, review. */
export function CallSections({ values, countries, estimate, ready, complete, fixed, children }: Props) {
  const t = useTranslations('call');
  const all = useTranslations('order');
  const start = useStartText(values);
  const later = values.when === 'later';
  const sections = [
    {
      title: all('compose.audience'),
      done: Boolean(values.name?.trim() && targetOf(values)),
      content: (
        <>
          <Form.Item
            name="name"
            label={all('name')}
            rules={[{ required: true, whitespace: true, message: t('missing', { field: all('name') }) }]}
          >
            <Input maxLength={LIMITS.orderName} showCount autoComplete="off" />
          </Form.Item>
          <TargetFields values={values} fixed={fixed} business="call" countries={countries} />
        </>
      ),
    },
    {
      title: all('compose.message'),
      done: complete || ready,
      content: (
        <>
          <RecordingFields values={values} />
          <TypeFields values={values} />
        </>
      ),
    },
    {
      title: all('compose.schedule'),
      done: !later || Boolean(values.startTime),
      content: (
        <>
          <StartFields later={later} window={estimate.data?.window} country={countryOf(values)} />
          <ExpiryFields values={values} />
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
      done: ready && Boolean(values.name?.trim()) && estimate.data?.enough,
      content: (
        <>
          <DescriptionList
            items={[
              { label: all('name'), value: values.name?.trim() || '–' },
              {
                label: t('target'),
                value: (values.target === 'file' ? values.file?.name : values.groupId?.name) ?? '–',
              },
              { label: t('recording'), value: values.recording?.name ?? '–' },
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
