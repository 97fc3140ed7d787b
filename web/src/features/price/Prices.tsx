'use client';
import { Flex, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { useMay } from '@/kit/access/Can';
import { Empty } from '@/kit/light/Empty';
import { LovPicker } from '@/kit/lov/LovPicker';
import { Page } from '@/kit/page/Page';
import { useSearch } from '@/router/navigate';
import { Charges } from './Charges';
import { PLATFORM } from './price';
import css from './price.module.css';

/** The charge items of the platform, or of a customer that is chosen. */
export default function Prices() {
  const t = useTranslations('price');
  const staff = useMay()({ types: [1] });
  const { params, set } = useSearch();
  const house = staff && params.get('of') !== 'customer';
  const userId = params.get('userId') ?? undefined;
  const name = params.get('name') ?? userId;
  const owner = house ? PLATFORM : userId;
  return (
    <Page title={t('title')} note={t('note')}>
      <Flex className={css.whose} gap={12} wrap align="center">
        {staff && (
          <Segmented
            aria-label={t('whose')}
            value={house ? PLATFORM : 'customer'}
            onChange={(of) => set({ of: of === PLATFORM ? null : of, userId: null, name: null })}
            options={[PLATFORM, 'customer'].map((value) => ({ value, label: t(`owners.${value as 'platform'}`) }))}
          />
        )}
        {!house && (
          <div className={css.picker}>
            <LovPicker
              keyword="customer"
              multiple={false}
              label={t('customer')}
              value={userId}
              rows={userId ? [{ userId, name }] : []}
              onChange={(v, rows) =>
                set({ userId: v === undefined ? null : String(v), name: v ? String(rows[0]?.name ?? '') : null })
              }
            />
          </div>
        )}
      </Flex>
      {owner ? (
        <Charges key={owner} owner={owner} prefix="" empty={house ? t('houseEmpty') : undefined} />
      ) : (
        <Empty description={t('choose')} />
      )}
    </Page>
  );
}
