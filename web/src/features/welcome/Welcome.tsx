'use client';
import { Button, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page } from '@/kit/page/Page';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { greetingBand, hourNow } from '@/lib/format';
import { navigate } from '@/lib/router/navigate';
import { usePathOf } from '@/lib/router/usePathOf';
import { useSession } from '@/lib/session';
import { ByDay } from './ByDay';
import { Countries } from './Countries';
import { Customers } from './Customers';
import { Desk } from './Desk';
import { FirstSteps } from './FirstSteps';
import { LastOrders } from './LastOrders';
import { PERIODS, type Period, useLastOrders, useOverview, usePromotes, useRunning } from './overview';
import { Running } from './Running';
import { Streak } from './Streak';
import { Tiles } from './Tiles';
import css from './welcome.module.css';

/** The first page: what needs the signed-in user's attention, how messages are delivered, and the last orders. */
export default function Welcome() {
  const t = useTranslations('welcome');
  const name = useSession((s) => s.info?.nickname || s.attributes?.name || '');
  const may = usePermission();
  const staff = may({ types: [1] });
  const agent = may({ types: [11] });
  const promotes = usePromotes();
  const hour = hourNow();
  const band = greetingBand(hour);
  const [days, setDays] = useState<Period>('7');
  const overview = useOverview(days);
  const { newcomer } = useLastOrders();
  const running = useRunning();
  const beginner = newcomer && !staff && !agent && !promotes;
  const periods = (
    <Segmented
      size="small"
      aria-label={t('period')}
      options={PERIODS.map((value) => ({ value, label: t('days', { n: value }) }))}
      value={days}
      onChange={setDays}
    />
  );
  return (
    <Page
      title={t(`greeting.${band}`, { name })}
      note={t(staff ? 'staffNote' : agent ? 'agentNote' : 'note')}
      actions={!staff && <QuickActions />}
    >
      <ErrorAlert className={css.alert} error={overview.error} onRetry={overview.refetch} />
      <Tiles overview={overview.data} days={days} />
      {may({ types: [2] }) && <Streak />}
      {beginner ? (
        <FirstSteps />
      ) : (
        <div className={css.charts} aria-busy={overview.isPending}>
          {staff ? (
            <Desk overview={overview.data} loading={overview.isPending} extra={periods} />
          ) : (
            <>
              <div className={css.desk} data-waits={running.allowed && running.list.isPending}>
                <Running />
                {promotes && (
                  <div className={css.late}>
                    <FeatureSlot slot="promoterHome" />
                  </div>
                )}
                {agent && (
                  <div className={css.agent}>
                    <FeatureSlot slot="agentHome" />
                  </div>
                )}
                <ByDay overview={overview.data} loading={overview.isPending} extra={periods} />
                <LastOrders />
              </div>
              <div>
                {agent && <Customers own />}
                <Countries overview={overview.data} />
              </div>
            </>
          )}
        </div>
      )}
    </Page>
  );
}

function QuickActions() {
  const t = useTranslations('welcome');
  const can = usePermission();
  const orders = usePathOf('gc/order');
  const contacts = usePathOf('aty/contact');
  return (
    <nav className={css.steps} aria-label={t('steps')}>
      {contacts && can('aty:contactsgroup:import') && (
        <Button onClick={() => navigate(`${contacts}?create=1`)}>{t('contacts')}</Button>
      )}
      {orders && can('gc:groupsendorder:add') && (
        <Button type="primary" onClick={() => navigate(`${orders}?create=1`)}>
          {t('send')}
        </Button>
      )}
    </nav>
  );
}
