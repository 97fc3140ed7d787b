import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import type { Item } from './post';

/** Who reads a post, in words. */
export function Audience({ of }: { of: Item['audience'] }) {
  const t = useTranslations('notice');
  const types = useDict('user_type');
  if (of.kind === 'types') return (of.types ?? []).map((v) => types.find(v)?.name ?? v).join(', ');
  if (of.kind === 'users') return t('people', { count: of.count ?? 0 });
  return t('to.all');
}
