'use client';
import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { Country, DictTag, Time } from '@/kit/cell/cells';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Page, Panel } from '@/kit/page/Page';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { Avatar } from './Avatar';
import { Details } from './Details';
import type { Me } from './me';
import css from './profile.module.css';
import { Security } from './Security';
import { Verification } from './Verification';

/** The signed-in user's own account: data, credit and security. */
export default function Profile() {
  const t = useTranslations('profile');
  const info = useQuery(get('/pi/personal/info'));
  const me = info.data;
  return (
    <Page title={t('title')}>
      <ErrorAlert error={info.error} onRetry={info.refetch} />
      {me?.locked && (
        <Alert
          className={css.locked}
          type="error"
          showIcon
          title={t('lockedTitle')}
          description={[me.lockReason, t('lockedText')].filter(Boolean).join(' ')}
        />
      )}
      {!me && info.isPending && <Waiting />}
      {me && (
        <>
          <div className={css.columns}>
            <div>
              <Panel title={t('account')}>
                <Who me={me} />
              </Panel>
              <Panel title={t('credit')}>
                <Money me={me} />
              </Panel>
            </div>
            <div>
              <Panel title={t('details')}>
                <Details me={me} />
              </Panel>
              <Security />
              <FeatureSlot slot="apiKey" />
            </div>
          </div>
          <FeatureSlot slot="ownSessions" />
        </>
      )}
    </Page>
  );
}

/** Skeleton of the page: a single piece, so that no panel is moved by the one above it. */
function Waiting() {
  return (
    <div className={css.columns} aria-busy="true">
      <Panel>
        <Skeleton active avatar paragraph={{ rows: 7 }} />
      </Panel>
      <Panel>
        <Skeleton active paragraph={{ rows: 9 }} />
      </Panel>
    </div>
  );
}

/** User types whose accounts staff verify: customers and agents. */
const VERIFIED: readonly number[] = [2, 11];

function Who({ me }: { me: Me }) {
  const t = useTranslations('profile');
  const items = [
    { label: t('phone'), value: me.phone || me.name },
    { label: t('type'), value: <DictTag code="user_type" value={me.type} /> },
    ...(me.customerType
      ? [{ label: t('customerType'), value: <DictTag code="customer_type" value={me.customerType} /> }]
      : []),
    ...(me.countryCode ? [{ label: t('country'), value: <Country code={me.countryCode} /> }] : []),
    { label: t('since'), value: <Time value={me.createTime} /> },
    ...(VERIFIED.includes(me.type) ? [{ label: t('verification'), value: <Verification me={me} /> }] : []),
    ...(me.recommendUserName ? [{ label: t('referrer'), value: me.recommendUserName }] : []),
  ];
  return (
    <>
      <Flex gap={16} align="center" className={css.who}>
        <Avatar me={me} />
        <div className={css.names}>
          <strong>{me.nickname || me.name}</strong>
          <DictTag code="user_status" value={me.status} />
        </div>
      </Flex>
      <DescriptionList items={items} />
    </>
  );
}

function Money({ me }: { me: Me }) {
  const t = useTranslations('profile');
  const f = useFormat();
  const statement = usePathOf('pi/statement');
  return (
    <>
      <DescriptionList
        items={[
          {
            label: t('available'),
            value: <span className={css.balance}>{f.credits(me.balance)}</span>,
          },
          {
            label: t('reserved'),
            value: <span className={css.balance}>{f.credits(me.reserved)}</span>,
          },
        ]}
      />
      <p className={css.more}>{statement && <Link to={statement}>{t('statement')}</Link>}</p>
    </>
  );
}
