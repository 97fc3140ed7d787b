import { Alert, Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/kit/access/Can';
import { InitialPassword, type InitialPasswordInfo, useInitialRule } from '@/kit/account/initialPassword';
import { ActionButton } from '@/kit/action/ActionButton';
import { CopyField } from '@/kit/cell/CopyField';
import { PageModal } from '@/kit/modal/PageModal';
import { DescriptionList } from '@/kit/page/Page';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { type Customer, initialPassword } from './customer';
import css from './customer.module.css';

/** Gives a customer the initial password again: the rule before, what it is now after. */
export function ResetModal({ row, onClose }: { row: Customer | null; onClose: () => void }) {
  const t = useTranslations('customer');
  const form = useTranslations('form');
  const f = useFormat();
  const { random, hours } = useInitialRule();
  const [done, setDone] = useState<{ id: string; told: InitialPasswordInfo } | null>(null);
  const reset = useApiMutation(
    () => request('put', '/aty/customerinfo/resetpw/{id}', { path: { id: row?.userId ?? '' } }),
    {
      quiet: true,
      onDone: (told) => setDone({ id: row?.userId ?? '', told: told ?? {} }),
    },
  );
  const [link, setLink] = useState<{ id: string; url: string; until: string } | null>(null);
  const create = useApiMutation(() => request('put', '/oauth/reset/{id}', { path: { id: row?.userId ?? '' } }), {
    onDone: ({ token, until }) =>
      setLink({ id: row?.userId ?? '', url: `${window.location.origin}/user/reset#${token}`, until }),
  });
  const close = () => {
    onClose();
    setDone(null);
    setLink(null);
  };
  const over = row !== null && done?.id === row.userId;
  const footer = over ? (
    <Button type="primary" onClick={close}>
      {t('close')}
    </Button>
  ) : (
    <>
      <Can permission="oauth:reset:add">
        <ActionButton onAct={() => create.mutateAsync()}>{t('resetLink')}</ActionButton>
      </Can>
      <ActionButton type="primary" danger onAct={() => reset.mutateAsync()}>
        {t('reset')}
      </ActionButton>
    </>
  );
  const linked = row !== null && link?.id === row.userId;
  return (
    <PageModal open={row !== null} title={t('resetTitle', { name: row?.name ?? '' })} onCancel={close} footer={footer}>
      {over ? (
        <>
          <Alert className={css.given} type="success" showIcon title={t('resetDone')} />
          {done.told.password && <InitialPassword password={done.told} />}
          <DescriptionList
            items={[
              { label: t('phone'), value: <CopyField text={row.phone} /> },
              ...(done.told.password
                ? []
                : [{ label: t('password'), value: <CopyField text={initialPassword(row.phone)} /> }]),
            ]}
          />
        </>
      ) : (
        <>
          <p className={css.note}>{form(random ? 'resetRandom' : 'resetPhone', { hours: String(hours) })}</p>
          {linked && (
            <Alert
              className={css.given}
              type="success"
              showIcon
              title={t('resetLinkText', { until: f.minute(link.until) })}
              description={<CopyField text={link.url} />}
            />
          )}
        </>
      )}
    </PageModal>
  );
}
