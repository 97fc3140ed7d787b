import { useQuery } from '@tanstack/react-query';
import { Alert, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { get } from '@/lib/api/query';
import { LIMITS } from '@/lib/constants';
import { usePathOf } from '@/lib/router/usePathOf';
import { TargetFields } from '@/ordering/TargetFields';
import { Link } from '@/ui/Link';
import { AudienceFilter } from './AudienceFilter';
import css from './email.module.css';
import type { EmailOrderValues } from './request';

const { Field } = formOf<EmailOrderValues>();

/** The first step: the name of the order, and who gets the email. */
export function AudienceStep({ values, fixed }: { values: EmailOrderValues; fixed: boolean }) {
  const t = useTranslations('email');
  const all = useTranslations('order');
  return (
    <div className={css.narrow}>
      <Field name="name" label={all('name')} required>
        <Input maxLength={LIMITS.orderName} showCount autoComplete="off" />
      </Field>
      {values.target !== 'file' && <NoList owner={values.userId} />}
      <TargetFields values={values} fixed={fixed} business="email" />
      {values.target !== 'file' && <AudienceFilter values={values} />}
      <p className={css.note}>{t('skippedNote')}</p>
    </div>
  );
}

/** Leads to a first list of addresses. */
function NoList({ owner }: { owner?: string }) {
  const t = useTranslations('email');
  const page = usePathOf('aty/contact');
  const { data } = useQuery(
    get('/aty/contactsgroup/lovPage', { query: { size: 1, type: 'email', customerId: owner } }),
  );
  if (data?.total !== 0) return null;
  return (
    <Alert
      className={css.first}
      type="info"
      showIcon
      title={t('noList')}
      description={page && <Link to={`${page}?create=email`}>{t('addList')}</Link>}
    />
  );
}
