import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { get } from '@/lib/api/query';
import { TYPING_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useDebounced } from '@/lib/useDebounced';
import { filterOf } from '@/ordering/target';
import { useFile } from '@/ordering/useFile';
import { useSegment } from '@/ordering/useSegment';
import css from './order.module.css';
import { Preview } from './Preview';
import { type BulkOrderValues, placeholdersOf, secondOf, shownMessage } from './request';

const MAX_RECIPIENTS = 10; // recipients that one can step through

/** The first recipients of the collection or file of a form, with what each brings for placeholders. */
export function useFirstRecipients(values: BulkOrderValues) {
  const may = usePermission()('aty:contactsgroup:member');
  const { wrong } = useSegment(values);
  const filter = useDebounced(filterOf(wrong ? { ...values, segment: undefined } : values), TYPING_PAUSE);
  const group = values.target === 'file' ? undefined : values.groupId;
  const members = useQuery({
    ...get('/aty/contactsgroup/{id}/member/page', {
      path: { id: group?.id ?? '' },
      query: { size: MAX_RECIPIENTS, ...filter },
    }),
    enabled: may && group !== undefined && group.memberCount > 0,
    retry: false,
  });
  const { named, read } = useFile(values);
  if (named) return read.data?.first ?? [];
  return (group && members.data?.records) || [];
}

/** Preview on a phone; messages with placeholders are shown for each of the first recipients. */
export function RecipientPreview({ values }: { values: BulkOrderValues }) {
  const second = values.ab?.on ? secondOf(values) : undefined;
  const filled = placeholdersOf(values).length + (second ? placeholdersOf(second).length : 0) > 0;
  return filled ? <Filled values={values} second={second} /> : <Phones values={values} second={second} />;
}

type Messages = { values: BulkOrderValues; second: BulkOrderValues | undefined };

function Filled({ values, second }: Messages) {
  const t = useTranslations('order');
  const f = useFormat();
  const [at, go] = useState(0);
  const all = useFirstRecipients(values);
  const place = Math.min(at, Math.max(0, all.length - 1));
  const one = all[place];
  return (
    <Phones values={values} second={second} own={one?.values}>
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
    </Phones>
  );
}

type PhonesProps = Messages & { own?: Record<string, string>; children?: React.ReactNode };

/** The messages with the values of one recipient. The children name the recipient. */
function Phones({ values, second, own, children }: PhonesProps) {
  const t = useTranslations('order.ab');
  const shown = (of: BulkOrderValues) => {
    const message = shownMessage(of);
    return {
      ...message,
      placeholders: message.placeholders.map((p) => ({ ...p, content: own?.[p.name] || p.content })),
    };
  };
  return (
    <>
      <div>
        {second && <p className={css.phoneOf}>{t('a')}</p>}
        <Preview message={shown(values)} />
        {children}
      </div>
      {second && (
        <div>
          <p className={css.phoneOf}>{t('b')}</p>
          <Preview message={shown(second)} second />
        </div>
      )}
    </>
  );
}
