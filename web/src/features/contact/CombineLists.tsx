import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { DictSelect } from '@/kit/input/selects';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { LIMITS, SEARCH_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useDebounced } from '@/lib/useDebounced';
import { Select } from '@/ui/Select';
import type { Collection } from './collection';
import css from './contact.module.css';
import { PeriodSelect } from './PeriodSelect';

const { Field, NumberField } = formOf<CombineValues>();

/** Maximum of the filter by active days. */
const DAYS = 365;

/** A combination: its kind and its source collections. */
export type CombineRequest = { kind: 'merge' | 'copy' | 'split' | 'difference'; collections: Collection[] };

type CombineValues = {
  name: string;
  parts: number;
  ids: string[];
  segment?: string;
  validity?: 'valid' | 'invalid' | 'judging';
  waFilter?: boolean;
  activeDays?: number;
  loadedDays?: number;
  clickedDays?: number;
  joinedDays?: number;
  notBounced?: boolean;
};

/** The name of a part, cut so that its number has space. */
export function partName(name: string, n: number): string {
  const end = ` ${n}`;
  return name.trim().slice(0, LIMITS.collectionName - end.length) + end;
}

function toRequest({ kind, collections: of }: CombineRequest, v: CombineValues) {
  const name = v.name.trim();
  const [first] = of;
  const path = { id: first?.id ?? '' };
  const filter = {
    segment: v.segment?.trim() || undefined,
    validity: v.validity || undefined,
    waFilter: v.waFilter || undefined,
    activeDays: v.activeDays ?? undefined,
    loadedDays: v.loadedDays ?? undefined,
    clickedDays: v.clickedDays ?? undefined,
    joinedDays: v.joinedDays ?? undefined,
    notBounced: v.notBounced || undefined,
  };
  switch (kind) {
    case 'merge':
      return request('post', '/aty/contactsgroup/merge', { body: { name, ids: of.map((c) => c.id) } });
    case 'copy':
      return request('post', '/aty/contactsgroup/{id}/copy', { path, body: { name, ...filter } });
    case 'split': {
      const names = Array.from({ length: v.parts }, (_, i) => partName(name, i + 1));
      return request('post', '/aty/contactsgroup/{id}/split', { path, body: { names, ...filter } });
    }
    case 'difference':
      return request('post', '/aty/contactsgroup/{id}/difference', { path, body: { name, ids: v.ids } });
  }
}

/** Makes new collections of the members of others, in the background. The sources do not change. */
export function CombineLists({ combining, onClose }: { combining: CombineRequest | null; onClose: () => void }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const kind = combining?.kind ?? 'copy';
  const of = combining?.collections ?? [];
  const [first] = of;
  return (
    <OverlayForm<CombineValues>
      in="modal"
      open={combining !== null}
      title={t(`combine.${kind}`)}
      submit={t('combine.start')}
      initial={{ name: first?.name, parts: 2 }}
      send={(values) => toRequest({ kind, collections: of }, values)}
      changes={['/aty/contactsgroup/page', '/aty/contactsgroup/lovPage']}
      done={t('combine.started')}
      onClose={onClose}
    >
      <ul className={css.sources} aria-label={t('combine.from')}>
        {of.map((c) => (
          <li key={c.id}>
            <b>{c.name}</b> {t('combine.size', { n: c.memberCount, members: f.count(c.memberCount) })}
          </li>
        ))}
      </ul>
      <p className={css.hint}>{t(`combine.${kind}Hint`)}</p>
      <Field name="name" label={t(kind === 'split' ? 'combine.names' : 'combine.name')} required>
        <Input maxLength={LIMITS.collectionName} showCount autoComplete="off" />
      </Field>
      {kind === 'split' && <NumberField name="parts" label={t('combine.parts')} required min={2} max={LIMITS.parts} />}
      {kind === 'difference' && (
        <Field name="ids" label={t('combine.less')} required>
          <Others collection={first} />
        </Field>
      )}
      {(kind === 'copy' || kind === 'split') && (first?.type === 'email' ? <SomeAddresses /> : <Some />)}
      {kind === 'merge' && new Set(of.map((c) => c.countryCode)).size > 1 && (
        <Alert type="warning" showIcon title={t('combine.countries')} />
      )}
    </OverlayForm>
  );
}

/** Which members: all of them when no range is entered. */
function Some() {
  const t = useTranslations('contact');
  return (
    <fieldset className={css.some}>
      <legend>{t('combine.some')}</legend>
      <Field name="segment" label={t('segment')} extra={t('segmentHint')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="validity" label={t('validity')}>
        <DictSelect code="member_validity" allowClear />
      </Field>
      <NumberField name="activeDays" label={t('combine.active')} min={1} max={DAYS} />
      <Field name="waFilter" label={t('combine.wa')} valuePropName="checked">
        <Switch />
      </Field>
    </fieldset>
  );
}

/** Which addresses, by what became of emails to them. */
function SomeAddresses() {
  const t = useTranslations('contact');
  return (
    <fieldset className={css.some}>
      <legend>{t('combine.some')}</legend>
      {(['loadedDays', 'clickedDays', 'joinedDays'] as const).map((name) => (
        <Field key={name} name={name} label={t(`emails.${name}`)}>
          <PeriodSelect />
        </Field>
      ))}
      <Field name="notBounced" label={t('emails.notBounced')} valuePropName="checked">
        <Switch />
      </Field>
    </fieldset>
  );
}

/** Other collections of the same type and country. */
function Others({
  collection,
  ...field
}: {
  collection?: Collection;
  id?: string;
  value?: string[];
  onChange?: (v: string[]) => void;
}) {
  const t = useTranslations('contact');
  const f = useFormat();
  const [name, setName] = useState('');
  const search = useDebounced(name, SEARCH_PAUSE);
  const found = useQuery({
    ...get('/aty/contactsgroup/lovPage', {
      query: { name: search, size: 50, type: collection?.type, countryCode: collection?.countryCode },
    }),
    enabled: collection !== undefined,
    placeholderData: keepPreviousData,
  });
  const options = (found.data?.records ?? [])
    .filter((c) => c.id !== collection?.id)
    .map((c) => ({ value: c.id, label: `${c.name} (${f.count(c.memberCount)})` }));
  return (
    <Select<string[]>
      {...field}
      mode="multiple"
      maxCount={9}
      showSearch={{ filterOption: false, onSearch: setName }}
      loading={found.isFetching}
      options={options}
      placeholder={t('combine.choose')}
    />
  );
}
