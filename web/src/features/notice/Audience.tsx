import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import type { Item } from './post';

/** Shows the readers of a post in words. */
export function Audience({ audience }: { audience: Item['audience'] }) {
  const t = useTranslations('notice');
  const types = useDict('user_type');
  if (audience.kind === 'types') return (audience.types ?? []).map((v) => types.find(v)?.name ?? v).join(', ');
  if (audience.kind === 'users') return t('people', { count: audience.count ?? 0 });
  return t('to.all');
}
