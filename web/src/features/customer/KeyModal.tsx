import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/kit/action/ActionButton';
import { CopyField } from '@/kit/cell/CopyField';
import { Time } from '@/kit/cell/cells';
import { PageModal } from '@/kit/modal/PageModal';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { DescriptionList } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';
import type { Customer } from './customer';
import css from './customer.module.css';

const STATE = '/aty/customerinfo/appkey/security/{id}';
const GRANT = '/aty/customerinfo/gen/appkey/security/{id}';

/** The app key of a customer: granted, replaced or withdrawn. Its secret is shown once. */
export function KeyModal({ row, onClose }: { row: Customer | null; onClose: () => void }) {
  const t = useTranslations('customer');
  return (
    <PageModal
      open={row !== null}
      title={t('keyTitle', { name: row?.name ?? '' })}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      {row && <Key id={row.userId} onClose={onClose} />}
    </PageModal>
  );
}

function Key({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('customer');
  const path = { id };
  const key = useQuery(get(STATE, { path }));
  const [fresh, setFresh] = useState<Data<'put', typeof GRANT> | null>(null);
  const grant = useApiMutation(() => request('put', GRANT, { path }), {
    changes: [STATE],
    quiet: true,
    onDone: setFresh,
  });
  const cancel = useApiMutation(() => request('put', '/aty/customerinfo/cancel/appkey/security/{id}', { path }), {
    changes: [STATE],
    quiet: true,
    onDone: () => setFresh(null),
  });
  const active = key.data?.status === 'active';
  if (key.isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (key.error) return <ErrorAlert error={key.error} onRetry={key.refetch} />;
  return (
    <>
      <p className={css.note}>{t(`keyState.${key.data.status}`)}</p>
      {active && !fresh && (
        <DescriptionList
          items={[
            { label: t('appKey'), value: <CopyField text={key.data.appKey} /> },
            { label: t('createTime'), value: <Time value={key.data.createTime} /> },
          ]}
        />
      )}
      {fresh && (
        <>
          <Alert className={css.given} type="success" showIcon title={t('keyFresh')} />
          <DescriptionList
            items={[
              { label: t('appKey'), value: <CopyField text={fresh.appKey} /> },
              { label: t('appSecret'), value: <CopyField text={fresh.appSecret} /> },
            ]}
          />
        </>
      )}
      <Flex className={css.foot} gap={8} justify="end" wrap>
        <Button onClick={onClose}>{t('close')}</Button>
        {active && (
          <ActionButton
            danger
            confirm={{ title: t('keyCancelTitle'), content: t('keyCancelText') }}
            onAct={() => cancel.mutateAsync()}
          >
            {t('keyCancel')}
          </ActionButton>
        )}
        <ActionButton
          type="primary"
          confirm={active ? { title: t('keyRenewTitle'), content: t('keyRenewText') } : undefined}
          onAct={() => grant.mutateAsync()}
        >
          {t(active ? 'keyRenew' : 'keyGrant')}
        </ActionButton>
      </Flex>
    </>
  );
}
