import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan } from '@/auth/session';
import { get } from '@/kit/api/query';
import { useFormat } from '@/kit/format';
import css from './order.module.css';
import { Preview } from './Preview';
import { placeholdersOf, shownMessage, type Values } from './wish';

const FIRST = 10; // recipients that one can step through

/** What a phone shows; of a message with placeholders what each of a collection's first recipients would see. */
export function Through({ values }: { values: Values }) {
  const t = useTranslations('order');
  const f = useFormat();
  const may = useCan()('aty:contactsgroup:member');
  const [at, go] = useState(0);
  const group = values.target === 'file' ? undefined : values.groupId;
  const wanted = may && group !== undefined && group.memberCount > 0 && placeholdersOf(values).length > 0;
  const { data } = useQuery({
    ...get('/aty/contactsgroup/{id}/member/page', { path: { id: group?.id ?? '' }, query: { size: FIRST } }),
    enabled: wanted,
  });
  const all = (wanted && data?.records) || [];
  const place = Math.min(at, Math.max(0, all.length - 1));
  const one = all[place];
  const message = shownMessage(values);
  const placeholders = message.placeholders.map((p) => ({ ...p, content: one?.values?.[p.name] || p.content }));
  return (
    <div>
      <Preview message={{ ...message, placeholders }} />
      {one && (
        <section className={css.through} aria-label={t('through')}>
          <Button size="small" disabled={place === 0} onClick={() => go(place - 1)} aria-label={t('throughBack')}>
            ‹
          </Button>
          <span aria-live="polite">
            {t('throughAt', { number: one.phoneNumber, n: f.count(place + 1), of: f.count(all.length) })}
          </span>
          <Button
            size="small"
            disabled={place === all.length - 1}
            onClick={() => go(place + 1)}
            aria-label={t('throughNext')}
          >
            ›
          </Button>
        </section>
      )}
    </div>
  );
}
