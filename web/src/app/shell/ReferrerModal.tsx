import { useTranslations } from 'next-intl';
import type { Picker } from '@/kit/lov/definition';
import { pageOf } from '@/kit/lov/LovPicker';
import { PickerModal } from '@/kit/lov/PickerModal';
import { apiDataAt } from '@/lib/api/client';

/** Shows the referrer of each customer (platform-services §2), found by customer name or phone number; read-only. */
export default function ReferrerModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('shell.referrers');
  const picker: Picker = {
    title: t('title'),
    rowKey: 'userId',
    retField: 'phoneNum',
    shown: 'name',
    multiple: false,
    columns: [
      { field: 'recommendUserName', title: t('referrer') },
      { field: 'name', title: t('name') },
      { field: 'phoneNum', title: t('phone') },
    ],
    search: [
      { field: 'name', tag: 'input', label: t('name') },
      { field: 'phoneNum', tag: 'input', label: t('phone') },
    ],
  };
  return (
    <PickerModal
      open={open}
      picker={picker}
      look={{ onlyShow: true }}
      queryKey={['get', '/aty/customerinfo/getsalecustomer']}
      load={async (query, signal) =>
        pageOf(await apiDataAt('get', '/aty/customerinfo/getsalecustomer', { query }, { signal }))
      }
      onOk={onClose}
      onCancel={onClose}
    />
  );
}
