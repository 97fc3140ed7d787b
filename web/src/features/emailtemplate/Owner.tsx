import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LovPicker } from '@/kit/lov/LovPicker';
import { PageModal } from '@/kit/modal/PageModal';

type Props = { open: boolean; busy: boolean; onClose: () => void; onChoose: (customerId: string) => void };

/** Asks staff which customer gets a new template. */
export default function Owner({ open, busy, onClose, onChoose }: Props) {
  const t = useTranslations('emaileditor');
  const [id, setId] = useState<string>();
  return (
    <PageModal
      open={open}
      title={t('owner.title')}
      width={480}
      okText={t('save')}
      okButtonProps={{ disabled: !id, loading: busy }}
      onOk={() => id && onChoose(id)}
      onCancel={onClose}
    >
      <LovPicker
        keyword="customer"
        multiple={false}
        label={t('owner.customer')}
        value={id}
        onChange={(value) => setId(value === undefined ? undefined : String(value))}
      />
    </PageModal>
  );
}
