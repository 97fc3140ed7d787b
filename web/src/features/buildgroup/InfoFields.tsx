import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { get } from '@/lib/api/query';
import { LIMITS } from '@/lib/constants';
import { dayAtEight, useFormat } from '@/lib/format';
import { DeadlineField } from '@/ordering/DeadlineField';
import { PayerField, PayerKept } from '@/ordering/PayerField';
import { StartFields } from '@/ordering/StartFields';
import css from './buildgroup.module.css';
import { type Maker, makerOf, type Scale, sizesOf } from './group';
import { type GroupOrderValues, sized } from './request';

/** Returns a line about a provider's groups. */
function useOrderNote() {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  return (m: Maker) =>
    t(m.canAdd ? 'makes.adds' : 'makes.invites', { min: f.count(m.sizeMin), max: f.count(m.sizeMax) });
}

/** Selects the provider that creates the groups; hidden when there is only one. */
function MakerField({ scale }: { scale: Scale }) {
  const t = useTranslations('buildgroup');
  const dict = useDict('group_provider');
  const told = useOrderNote();
  const form = Form.useFormInstance<GroupOrderValues>();
  const makers = scale.providers ?? [];
  /** Sizes that another one does not make give way to its own. */
  const adapt = (provider: string) => {
    const maker = makerOf(scale, provider);
    const size = maker && sizesOf(scale, maker).at(-1);
    if (size && !sized(form.getFieldsValue(true), maker)) form.setFieldsValue({ sizeMin: size.min, sizeMax: size.max });
  };
  return (
    <Form.Item name="provider" label={t('provider')} required hidden={makers.length < 2}>
      <Radio.Group className={css.makers} onChange={(e) => adapt(e.target.value)}>
        {makers.map((m) => (
          <Radio key={m.provider} value={m.provider}>
            <b>{dict.find(m.provider)?.name ?? m.provider}</b>
            <small>{told(m)}</small>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  );
}

/** Shows the remaining groups of each day on which an order may start. */
function DaysLeft({ values }: { values: GroupOrderValues }) {
  const t = useTranslations('buildgroup');
  const f = useFormat();
  const { data } = useQuery({ ...get('/bgo/buildgroup/availabledays'), staleTime: 60_000 });
  const chosen = values.when === 'later' && values.startTime ? values.startTime.format('YYYY-MM-DD') : dayAtEight();
  // A day without a limit shows nothing.
  const limited = (d: { num: number | null }) => d.num !== null;
  if (!data?.some(limited)) return null;
  return (
    <dl className={css.days} aria-label={t('daysLeft')}>
      {data.filter(limited).map((d) => (
        <div key={d.date} data-chosen={d.date === chosen}>
          <dt>{d.date.slice(5)}</dt>
          <dd className={css.num} data-none={d.num === 0}>
            {d.num ? t('left', { n: f.count(d.num) }) : t('leftNone')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Props = { values: GroupOrderValues; scale: Scale; fixed: boolean };

/** The first step: name, payer, provider and time of the order. */
export function InfoFields({ values, scale, fixed }: Props) {
  const t = useTranslations('order');
  const own = useTranslations('buildgroup');
  return (
    <>
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('missing', { field: t('name') }) }]}
      >
        <Input maxLength={LIMITS.orderName} showCount autoComplete="off" />
      </Form.Item>
      {fixed ? <PayerKept /> : <PayerField />}
      <MakerField scale={scale} />
      <StartFields later={values.when === 'later'} />
      <DaysLeft values={values} />
      <DeadlineField name="endTime" label={own('endTime')} when={values.when} startTime={values.startTime} />
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={LIMITS.remark} autoComplete="off" />
      </Form.Item>
    </>
  );
}
