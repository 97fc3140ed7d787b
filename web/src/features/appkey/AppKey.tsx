'use client';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { CopyField } from '@/kit/cell/CopyField';
import { Time } from '@/kit/cell/cells';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList, Panel } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import css from './appkey.module.css';

const OWN = '/pi/personal/info/security';
const RENEW = '/pi/personal/info/refresh/security';

/** The app key of a first-level customer: its programs sign requests with it. A part of its profile. */
export default function AppKey() {
  const may = usePermission();
  return may({ types: [2] }) ? <Own /> : null;
}

function Own() {
  const t = useTranslations('appkey');
  const key = useQuery(get(OWN));
  const docs = usePathOf('account/Api');
  const [fresh, setFresh] = useState<Data<'put', typeof RENEW> | null>(null);
  const renew = useApiMutation(() => request('put', RENEW), { changes: [OWN], onDone: setFresh });
  const known = key.data?.status === 'active' ? key.data : undefined;
  const withdrawn = key.data?.status === 'withdrawn';
  return (
    <Panel title={t('title')}>
      <p className={css.note}>
        {t('note')} {docs && <Link to={docs}>{t('docs')}</Link>}
      </p>
      <ErrorAlert error={key.error} onRetry={key.refetch} />
      {key.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {withdrawn && <Alert type="error" showIcon title={t('withdrawn')} description={t('withdrawnText')} />}
      {known && (
        <DescriptionList
          items={[
            { label: t('key'), value: <CopyField text={fresh ? fresh.appKey : known.appKey} /> }, // `known` may still be the previous key
            { label: t('made'), value: <Time value={known.createTime} /> },
          ]}
        />
      )}
      {fresh && <Secret text={fresh.security} onClose={() => setFresh(null)} />}
      {key.data && !withdrawn && !known && <Alert type="info" showIcon title={t('ask')} />}
      {known && (
        <Flex className={css.actions}>
          <ActionButton confirm={{ title: t('renewTitle'), content: t('renewText') }} onAct={() => renew.mutateAsync()}>
            {t('renew')}
          </ActionButton>
        </Flex>
      )}
    </Panel>
  );
}

/** The secret, which is shown only once. */
function Secret({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useTranslations('appkey');
  return (
    <Alert
      className={css.secret}
      type="success"
      showIcon
      title={t('secretTitle')}
      description={
        <>
          <p className={css.note}>{t('secretText')}</p>
          <CopyField text={text} />
        </>
      }
      action={<Button onClick={onClose}>{t('kept')}</Button>}
    />
  );
}
