'use client';
import { Flex, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { LovPicker } from '@/kit/lov/LovPicker';
import { EmptyState } from '@/kit/page/EmptyState';
import { Page } from '@/kit/page/Page';
import { FeatureSlot } from '@/kit/slots/FeatureSlot';
import { useSearch } from '@/lib/router/navigate';
import { Charges } from './Charges';
import { PLATFORM } from './price';
import css from './price.module.css';

const OWNERS = [PLATFORM, 'customer', 'agent'] as const;
type Owner = (typeof OWNERS)[number];
const PICKERS = { customer: 'customer', agent: 'proxy' } as const;

/** The charge items of the platform, of a customer or an agent that is chosen; an agent sees the list that its customers pay by too. */
export default function Prices() {
  const t = useTranslations('price');
  const may = usePermission();
  const staff = may({ types: [1] });
  const agent = may({ types: [11], permission: 'proxy:price' });
  const { params, set } = useSearch();
  const asked = OWNERS.find((o) => o === params.get('of'));
  const whose: Owner | 'own' = staff ? (asked ?? PLATFORM) : agent && !asked ? 'own' : 'customer';
  const userId = params.get('userId') ?? undefined;
  const name = params.get('name') ?? userId;
  const owner = whose === PLATFORM ? PLATFORM : userId;
  const choices = staff ? OWNERS : (['own', 'customer'] as const);
  return (
    <Page title={t('title')} note={t('note')}>
      <Flex className={css.whose} gap={12} wrap align="center">
        {(staff || agent) && (
          <Segmented
            aria-label={t('whose')}
            value={whose}
            onChange={(of) => set({ of: of === choices[0] ? null : of, userId: null, name: null })}
            options={choices.map((value) => ({ value, label: t(`owners.${value as 'platform'}`) }))}
          />
        )}
        {(whose === 'customer' || whose === 'agent') && (
          <div className={css.picker}>
            <LovPicker
              key={whose}
              keyword={PICKERS[whose]}
              multiple={false}
              label={t(whose)}
              value={userId}
              rows={userId ? [{ userId, name }] : []}
              onChange={(v, rows) =>
                set({ userId: v === undefined ? null : String(v), name: v ? String(rows[0]?.name ?? '') : null })
              }
            />
          </div>
        )}
      </Flex>
      {whose === 'own' ? (
        <FeatureSlot slot="ownPrices" />
      ) : owner ? (
        <Charges key={owner} owner={owner} prefix="" empty={whose === PLATFORM ? t('houseEmpty') : undefined} />
      ) : (
        <EmptyState description={t(whose === 'agent' ? 'chooseAgent' : 'choose')} />
      )}
    </Page>
  );
}
