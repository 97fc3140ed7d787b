import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { Select } from '@/ui/Select';
import css from './email.module.css';
import type { EmailOrderValues } from './request';

const { Field } = formOf<EmailOrderValues>();

/** Days that members are filtered by. */
const PERIODS = [7, 30, 90, 180, 365];
const FILTERS = ['loadedDays', 'clickedDays', 'joinedDays'] as const;

/** Which members of a list get the email, by what became of earlier ones, and how many those are. */
export function AudienceFilter({ values }: { values: EmailOrderValues }) {
  const t = useTranslations('email');
  const f = useFormat();
  const { groupId: list, loadedDays, clickedDays, joinedDays, notBounced } = values;
  const filter = { loadedDays, clickedDays, joinedDays, notBounced: notBounced || undefined };
  const filters = Object.values(filter).some((v) => v !== undefined);
  const { data } = useQuery({
    ...get('/aty/contactsgroup/audiencenum', { query: { ids: [list?.id ?? ''], ...filter } as never }),
    enabled: filters && list !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!list) return null;
  const n = filters ? data?.num : list.memberCount;
  return (
    <fieldset className={css.filter}>
      <legend>{t('filter.title')}</legend>
      <div className={css.thirds}>
        {FILTERS.map((name) => (
          <Field key={name} name={name} label={t(`filter.${name}`)}>
            <Select<number>
              allowClear
              placeholder={t('filter.any')}
              options={[...new Set([...PERIODS, values[name] ?? 7])]
                .toSorted((a, b) => a - b)
                .map((days) => ({ value: days, label: t('filter.days', { n: days }) }))}
            />
          </Field>
        ))}
      </div>
      <Field name="notBounced" label={t('filter.bounces')} valuePropName="checked">
        <Checkbox>{t('filter.notBounced')}</Checkbox>
      </Field>
      <p className={css.reached} aria-live="polite" data-testid="audience">
        {n === undefined ? '\u00a0' : t('reached', { n: f.count(n), of: f.count(list.memberCount) })}
      </p>
    </fieldset>
  );
}
