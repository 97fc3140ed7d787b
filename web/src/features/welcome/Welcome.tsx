'use client';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '@/auth/session';
import { GREETING_BANDS } from '@/core/constants';
import { get } from '@/kit/api/query';
import { textOf } from '@/kit/feedback';
import { hourNow, useFormat } from '@/kit/format';
import { Page, Panel } from '@/kit/page/Page';
import { navigate } from '@/router/navigate';
import { usePathOf } from '@/router/usePathOf';
import { LastOrders } from './LastOrders';
import css from './welcome.module.css';

/** The first page: who is signed in, what there is to spend, and what was sent last. */
export default function Welcome() {
  const t = useTranslations('welcome');
  const name = useSession((s) => s.info?.nickname ?? s.attributes?.name ?? '');
  const hour = hourNow();
  const band = GREETING_BANDS.find(([until]) => hour < until)?.[1] ?? 'evening';
  return (
    <Page title={t(`greeting.${band}`, { name })} note={t('note')}>
      <Balance />
      <LastOrders />
    </Page>
  );
}

function Balance() {
  const t = useTranslations('welcome');
  const f = useFormat();
  const info = useQuery(get('/pi/personal/info'));
  const can = useCan();
  const orders = usePathOf('gc/order');
  const contacts = usePathOf('aty/contact');
  return (
    <Panel title={t('balance')}>
      {info.error && (
        <Alert
          type="warning"
          showIcon
          title={textOf(info.error)}
          action={<Button onClick={() => info.refetch()}>{t('retry')}</Button>}
        />
      )}
      <Flex gap={40} wrap align="flex-end">
        <Figure label={t('available')} value={f.credit(info.data?.balance)} strong />
        <Figure label={t('reserved')} value={f.credit(info.data?.reserved)} />
        <nav className={css.steps} aria-label={t('steps')}>
          {contacts && <Button onClick={() => navigate(contacts)}>{t('contacts')}</Button>}
          {orders && can('gc:groupsendorder:add') && (
            <Button type="primary" onClick={() => navigate(`${orders}?create=1`)}>
              {t('send')}
            </Button>
          )}
        </nav>
      </Flex>
    </Panel>
  );
}

function Figure({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className={css.figure}>
      <span>{label}</span>
      <b className={strong ? css.strong : undefined}>{value}</b>
    </div>
  );
}
