import { Alert, Button, Checkbox, Flex, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { useApp } from '@/lib/toasts';
import css from './commentitem.module.css';
import { ITEM_PATHS, type ItemDetail } from './item';

type Props = { item: ItemDetail; own: boolean; onClose: () => void };

/** The reviewer's part: accept or reject the evidence, or end a complaint. The worker itself is refused. */
export function Decide({ item, own, onClose }: Props) {
  const t = useTranslations('commentitem');
  const { message } = useApp();
  const may = usePermission()('comment:item:review');
  const [reason, setReason] = useState('');
  const [redo, setRedo] = useState(true);
  const decide = useApiMutation(
    (pass: boolean) =>
      request('put', '/comment/item/{id}/review', {
        path: { id: item.id },
        body: { version: item.version, ...(pass ? { pass } : { pass, redo, reason: reason.trim() }) },
      }),
    {
      changes: ITEM_PATHS,
      onDone: (it) => {
        message.success(t(it.state === 'accepted' ? 'accepted' : 'rejected'));
        onClose();
      },
    },
  );
  if (!may) return null;
  if (own) return <Alert type="info" showIcon title={t('own')} />;
  return (
    <section className={css.step} aria-label={t('decide')}>
      <h3>{t('decide')}</h3>
      <Input.TextArea
        aria-label={t('reason')}
        placeholder={t('reasonHint')}
        rows={2}
        maxLength={LIMITS.remark}
        value={reason}
        onChange={(e) => setReason(e.target.value)}
      />
      <Checkbox checked={redo} onChange={(e) => setRedo(e.target.checked)}>
        {t('redo')}
      </Checkbox>
      <Flex gap={8} wrap>
        <Button
          type="primary"
          loading={decide.isPending && decide.variables === true}
          disabled={decide.isPending}
          onClick={() => decide.mutate(true)}
        >
          {t('accept')}
        </Button>
        <Button
          danger
          loading={decide.isPending && decide.variables === false}
          disabled={decide.isPending || reason.trim() === ''}
          onClick={() => decide.mutate(false)}
        >
          {t('reject')}
        </Button>
      </Flex>
    </section>
  );
}
