import type { UseQueryResult } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { DescriptionList } from '@/kit/page/Page';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { type Estimate, EstimateCard } from '@/ordering/EstimateCard';
import { StartFields } from '@/ordering/StartFields';
import { countryOf } from '@/ordering/target';
import css from './email.module.css';
import { type EmailOrderValues, missingOf } from './request';
import { useSenders } from './useSenders';

const { Field } = formOf<EmailOrderValues>();

type Props = { values: EmailOrderValues; estimate: UseQueryResult<Estimate>; ready: boolean; paid: boolean };

/** The last step: when it is sent, what it costs, and what is charged and refunded. */
export function SendStep({ values, estimate, ready, paid }: Props) {
  const t = useTranslations('email');
  const all = useTranslations('order');
  const f = useFormat();
  const percent = useLimit('email.refund.hard.percent');
  const days = useLimit('email.refund.soft.days');
  const lacks = missingOf(values);
  return (
    <div className={css.halves}>
      <div>
        <StartFields later={values.when === 'later'} country={countryOf(values)} />
        <Field name="remark" label={all('remark')}>
          <Input maxLength={LIMITS.remark} autoComplete="off" />
        </Field>
        <Ordered values={values} />
      </div>
      <div className={css.money}>
        <EstimateCard
          estimate={estimate}
          ready={ready}
          country={f.country(countryOf(values) ?? '')}
          hint={paid ? t(`lacks.${lacks ?? 'rest'}`) : all('missing', { field: all('payer') })}
          other={Boolean(values.userId)}
        />
        <section aria-label={t('charged.title')}>
          <h3 className={css.sub}>{t('charged.title')}</h3>
          <ul className={css.rules}>
            {(['reserved', 'accepted', 'hard', 'soft', 'skipped'] as const).map((key) => (
              <li key={key}>{t(`charged.${key}`, { percent, days })}</li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

/** What is ordered, in short. */
function Ordered({ values: v }: { values: EmailOrderValues }) {
  const t = useTranslations('email');
  const all = useTranslations('order');
  const sender = useSenders(v.userId)?.find((s) => s.id === v.senderId);
  const plain = v.format === 'text';
  return (
    <div className={css.ordered}>
      <DescriptionList
        items={[
          { label: all('name'), value: v.name?.trim() || '–' },
          { label: t('target'), value: (v.target === 'file' ? v.file?.name : v.groupId?.name) ?? '–' },
          { label: t('subject'), value: v.subject?.trim() || (!plain && v.design?.subject) || '–' },
          { label: t('content'), value: plain ? t('formats.text') : (v.design?.name ?? '–') },
          {
            label: t('sender'),
            value: sender ? t('from', { name: sender.name, address: sender.address }) : t('platformSender'),
          },
        ]}
      />
    </div>
  );
}
