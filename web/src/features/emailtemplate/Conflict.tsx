import { Button, Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { PageModal } from '@/kit/modal/PageModal';

type Props = { open: boolean; busy: boolean; onKeep: () => void; onOverwrite: () => void; onReload: () => void };

/** Asks what becomes of a template that was saved by another author meanwhile. */
export function Conflict({ open, busy, onKeep, onOverwrite, onReload }: Props) {
  const t = useTranslations('emaileditor.conflict');
  const footer = (
    <Flex gap={8} justify="end" wrap>
      <Button onClick={onKeep}>{t('keep')}</Button>
      <Button onClick={onReload}>{t('reload')}</Button>
      <Button type="primary" danger loading={busy} onClick={onOverwrite}>
        {t('overwrite')}
      </Button>
    </Flex>
  );
  return (
    <PageModal open={open} title={t('title')} footer={footer} width={520} onCancel={onKeep}>
      <p>{t('text')}</p>
    </PageModal>
  );
}
