import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { clock } from '@/kit/audio/clock';
import { EmptyState } from '@/kit/page/EmptyState';
import { get } from '@/lib/api/query';
import { SEARCH_PAUSE } from '@/lib/constants';
import { usePathOf } from '@/lib/router/usePathOf';
import { useDebounced } from '@/lib/useDebounced';
import { Link } from '@/ui/Link';
import { Select } from '@/ui/Select';
import css from './call.module.css';
import type { Recording } from './request';
import { useLanguages } from './useLanguages';

type Props = {
  id?: string;
  /** The customer that owns the recordings; undefined for all in the caller's scope. */
  owner?: string;
  value?: Recording;
  onChange?: (value: Recording | undefined) => void;
};

/** A recording by name, with its language and length; the value is the recording itself. What is still being made cannot be played. */
export function RecordingSelect({ id, owner, value, onChange }: Props) {
  const t = useTranslations('call');
  const recordings = usePathOf('call/recording');
  const { nameOf } = useLanguages();
  const [name, setName] = useState('');
  const search = useDebounced(name, SEARCH_PAUSE);
  const found = useQuery({
    ...get('/call/recording/selector', { query: { name: search, size: 20, customerId: owner } }),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.records ?? [];
  const all = value && !rows.some((r) => r.id === value.id) ? [value, ...rows] : rows;
  return (
    <Select<string>
      id={id}
      aria-label={t('recording')}
      placeholder={t('recordingHint')}
      showSearch={{ filterOption: false, onSearch: setName }}
      loading={found.isFetching}
      value={value?.id}
      options={all.map((r) => ({ value: r.id, label: r.name, row: r }))}
      optionRender={({ data }) => (
        <span className={css.option}>
          <span>{data.label}</span>
          <small>
            {nameOf(data.row.language)} · {clock(data.row.seconds)}
          </small>
        </span>
      )}
      notFoundContent={
        <EmptyState description={t('noRecording')}>
          {recordings && <Link to={`${recordings}?create=1`}>{t('makeRecording')}</Link>}
        </EmptyState>
      }
      onChange={(key) => onChange?.(all.find((r) => r.id === key))}
    />
  );
}
