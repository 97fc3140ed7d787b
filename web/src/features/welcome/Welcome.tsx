'use client';
import { Alert, Button, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '@/auth/session';
import { GREETING_BANDS } from '@/core/constants';
import { useMay } from '@/kit/access/Can';
import { textOf } from '@/kit/feedback';
import { hourNow } from '@/kit/format';
import { Page } from '@/kit/page/Page';
import { navigate } from '@/router/navigate';
import { usePathOf } from '@/router/usePathOf';
import { ByDay } from './ByDay';
import { Countries } from './Countries';
import { FirstSteps } from './FirstSteps';
import { LastOrders } from './LastOrders';
import { PERIODS, type Period, useLastOrders, useOverview } from './overview';
import { Tiles } from './Tiles';
import css from './welcome.module.css';

/** The first page: who is signed in, what there is to spend, how the messages do, and what was sent last. */
export default function Welcome() {
  const t = useTranslations('welcome');
  const name = useSession((s) => s.info?.nickname || s.attributes?.name || '');
  const staff = useMay()({ types: [1] });
  const hour = hourNow();
  const band = GREETING_BANDS.find(([until]) => hour < until)?.[1] ?? 'evening';
  const [days, setDays] = useState<Period>('7');
  const overview = useOverview(days);
  const { newcomer } = useLastOrders();
  return (
    <Page
      title={t(`greeting.${band}`, { name })}
      note={t(staff ? 'staffNote' : 'note')}
      actions={!staff && <QuickActions />}
    >
      {overview.error && (
        <Alert
          className={css.alert}
          type="warning"
          showIcon
          title={textOf(overview.error)}
          action={<Button onClick={() => overview.refetch()}>{t('retry')}</Button>}
        />
      )}
      <Tiles of={overview.data} />
      {newcomer ? (
        <FirstSteps />
      ) : (
        <div className={css.charts} aria-busy={overview.isPending}>
          <ByDay
            of={overview.data}
            loading={overview.isPending}
            extra={
              <Segmented
                size="small"
                aria-label={t('period')}
                options={PERIODS.map((value) => ({ value, label: t('days', { n: value }) }))}
                value={days}
                onChange={setDays}
              />
            }
          />
          <Countries of={overview.data} />
        </div>
      )}
      {!newcomer && <LastOrders />}
    </Page>
  );
}

function QuickActions() {
  const t = useTranslations('welcome');
  const can = useCan();
  const orders = usePathOf('gc/order');
  const contacts = usePathOf('aty/contact');
  return (
    <nav className={css.steps} aria-label={t('steps')}>
      {contacts && can('aty:contactsgroup:import') && (
        <Button onClick={() => navigate(contacts)}>{t('contacts')}</Button>
      )}
      {orders && can('gc:groupsendorder:add') && (
        <Button type="primary" onClick={() => navigate(`${orders}?create=1`)}>
          {t('send')}
        </Button>
      )}
    </nav>
  );
}
