import type { UseQueryResult } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Sections } from '@/kit/form/Sections';
import { DescriptionList } from '@/kit/page/Page';
import { LIMITS } from '@/lib/constants';
import type { Estimate } from '@/ordering/EstimateCard';
import { StartFields } from '@/ordering/StartFields';
import { TargetFields } from '@/ordering/TargetFields';
import { countryOf, targetOf } from '@/ordering/target';
import { useStartText } from '@/ordering/useStartText';
import { ChannelFields } from './ChannelFields';
import { type Choice, chosenOf } from './channel';
import { MessageFields } from './MessageFields';
import { MoreFields } from './MoreFields';
import { type BulkOrderValues, messageOf } from './request';
import { TrialFields } from './TrialFields';

const FILTERS = ['segment', 'waFilter', 'activeDays'] as const;

type Props = {
  values: BulkOrderValues;
  choices: Choice[];
  /** Columns of the recipients that fill placeholders. */
  columns: readonly string[];
  estimate: UseQueryResult<Estimate>;
  /** Whether nothing is missing for an estimate. */
  ready: boolean;
  /** Whether the payer cannot change any more. */
  fixed: boolean;
  /** What it costs, for the last section. */
  children: ReactNode;
};

/** The fields of a bulk send in sections: audience, message, schedule, review. */
export function OrderSections({ values, choices, columns, estimate, ready, fixed, children }: Props) {
  const t = useTranslations('order');
  const by = chosenOf(choices, values);
  const audience = Boolean(values.name?.trim() && targetOf(values));
  const sections = [
    {
      title: t('compose.audience'),
      done: audience,
      content: (
        <>
          <Form.Item
            name="name"
            label={t('name')}
            rules={[{ required: true, whitespace: true, message: t('missing', { field: t('name') }) }]}
          >
            <Input maxLength={LIMITS.orderName} showCount autoComplete="off" />
          </Form.Item>
          <TargetFields values={values} fixed={fixed} business="bulk" filters={FILTERS} />
        </>
      ),
    },
    {
      title: t('compose.message'),
      done: Boolean(messageOf(values, columns)),
      content: (
        <>
          <ChannelFields choices={choices} values={values} by={by} />
          <MessageFields values={values} by={by} columns={columns} />
          <TrialFields values={values} by={by} columns={columns} />
        </>
      ),
    },
    {
      title: t('compose.schedule'),
      done: audience && (values.when !== 'later' || Boolean(values.startTime)),
      content: (
        <>
          <StartFields later={values.when === 'later'} window={estimate.data?.window} country={countryOf(values)} />
          <MoreFields values={values} />
        </>
      ),
    },
    {
      title: t('compose.review'),
      done: ready && Boolean(values.name?.trim()) && estimate.data?.enough,
      content: (
        <>
          <Ordered values={values} />
          {children}
        </>
      ),
    },
  ];
  return <Sections label={t('compose.label')} sections={sections} />;
}

/** What is ordered, in short. */
function Ordered({ values: v }: { values: BulkOrderValues }) {
  const t = useTranslations('order');
  const start = useStartText(v);
  return (
    <DescriptionList
      items={[
        { label: t('name'), value: v.name?.trim() || '–' },
        { label: t('target'), value: (v.target === 'file' ? v.file?.name : v.groupId?.name) ?? '–' },
        { label: t('messageType'), value: t(`kinds.${v.message?.type ?? 'text'}`) },
        { label: t('startTime'), value: start },
      ]}
    />
  );
}
