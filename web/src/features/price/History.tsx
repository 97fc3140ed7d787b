import { useTranslations } from 'next-intl';
import { Country } from '@/kit/cell/cells';
import { PageModal } from '@/kit/modal/PageModal';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useFormat } from '@/lib/format';
import { ANYWHERE, PRICE_HISTORY_LIST } from './price';

type Props = { owner: string; prefix: string; open: boolean; onClose: () => void };

/** The history of prices: old and new price, time and operator. */
export function History({ owner, prefix, open, onClose }: Props) {
  const t = useTranslations('price');
  return (
    <PageModal open={open} title={t('history')} width={860} footer={null} onCancel={onClose} destroyOnHidden>
      <Changes owner={owner} prefix={`${prefix}h_`} />
    </PageModal>
  );
}

function Changes({ owner, prefix }: { owner: string; prefix: string }) {
  const t = useTranslations('price');
  const f = useFormat();
  const price = (v: number | null, none: string) => (v === null ? none : f.credit(v));
  const resource: Resource<typeof PRICE_HISTORY_LIST, 'price'> = {
    list: PRICE_HISTORY_LIST,
    words: 'price',
    rowKey: 'createTime',
    prefix,
    fixed: { userId: owner },
    empty: t('noHistory'),
    settings: false,
    columns: {
      createTime: { as: 'time', sort: true, title: t('changed') },
      service: { dict: 'service', from: 'sm', filter: true },
      countryCode: {
        fixed: true,
        filter: 'country',
        cell: (c) => (c.countryCode === ANYWHERE ? t('anywhere') : <Country code={c.countryCode} />),
      },
      before: { as: 'credit', cell: (c) => price(c.before, '–') },
      price: { as: 'credit', title: t('after'), cell: (c) => price(c.price, t('deleted')) },
      operator: { from: 'md', cell: (c) => c.operator || '–' },
    },
  };
  return <ResourcePage resource={resource} bare />;
}
