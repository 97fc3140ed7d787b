import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { useSession } from '@/lib/session';

export const STAFF_LIMITS = '/aty/staff/limits';
const STAFF = 1;

type Given = 'credit' | 'years' | 'discount' | 'weight' | 'price';

/** Says what the signed-in member of staff may give away, and what it gave today; nothing for users without such limits. */
export function useStaffLimit(): (of: Given) => string | undefined {
  const t = useTranslations('money.staff');
  const f = useFormat();
  const asks = useSession((s) => s.attributes?.type === STAFF && !s.permissions.includes('lop:config:edit'));
  const { data: limits } = useQuery({ ...get(STAFF_LIMITS), enabled: asks, staleTime: 0 });
  return (of) => {
    if (!limits?.bounded) return undefined;
    switch (of) {
      case 'credit':
        if (limits.creditDaily === 0) return undefined;
        return t('credit', { used: f.credits(limits.creditUsed), most: f.credits(limits.creditDaily) });
      case 'years':
        return t('years', { used: f.count(limits.yearsUsed), most: f.count(limits.yearsDaily) });
      case 'discount':
        return t('discount', { most: f.count(limits.discountMax) });
      case 'weight':
        return t('weight', { most: f.count(limits.weightMax) });
      default:
        return t('price', { percent: f.count(limits.pricePercent) });
    }
  };
}

/** Texts of a field, one after the other. */
export const joined = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(' ') || undefined;
