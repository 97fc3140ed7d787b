import { Alert, Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/kit/action/ActionButton';
import { useAct } from '@/kit/api/act';
import { to } from '@/kit/api/to';
import { CopyField } from '@/kit/cell/CopyField';
import { PageModal } from '@/kit/modal/PageModal';
import { Facts } from '@/kit/page/Page';
import { type Customer, initialPassword } from './customer';
import css from './customer.module.css';

/** Gives a customer the initial password again: the rule before, what it is now after. */
export function ResetModal({ row, onClose }: { row: Customer | null; onClose: () => void }) {
  const t = useTranslations('customer');
  const [done, setDone] = useState<string | null>(null);
  const reset = useAct(() => to('put', '/aty/customerinfo/resetpw/{id}', { path: { id: row?.userId ?? '' } }), {
    quiet: true,
    onDone: () => setDone(row?.userId ?? null),
  });
  const close = () => {
    onClose();
    setDone(null);
  };
  const over = row !== null && done === row.userId;
  const footer = over ? (
    <Button type="primary" onClick={close}>
      {t('close')}
    </Button>
  ) : (
    <ActionButton type="primary" danger onAct={() => reset.mutateAsync()}>
      {t('reset')}
    </ActionButton>
  );
  return (
    <PageModal open={row !== null} title={t('resetTitle', { name: row?.name ?? '' })} onCancel={close} footer={footer}>
      {over ? (
        <>
          <Alert className={css.given} type="success" showIcon title={t('resetDone')} />
          <Facts
            items={[
              { label: t('phone'), value: <CopyField text={row.phone} /> },
              { label: t('password'), value: <CopyField text={initialPassword(row.phone)} /> },
            ]}
          />
        </>
      ) : (
        <p className={css.note}>{t('resetText')}</p>
      )}
    </PageModal>
  );
}
