'use client';
import { Flex, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { LovPicker } from '@/kit/lov/LovPicker';
import { EmptyState } from '@/kit/page/EmptyState';
import { Page } from '@/kit/page/Page';
import { useSearch } from '@/lib/router/navigate';
import { SessionList } from './SessionList';
import css from './session.module.css';

/** Kinds of users: the picker of each, and the permission of its list. */
const USER_KINDS = {
  staff: { keyword: 'system_user', permission: 'sysuser:page' },
  customer: { keyword: 'customer', permission: 'aty:customerinfo:page' },
} as const;
type UserKind = keyof typeof USER_KINDS;

/** The sessions of the signed-in user or of a chosen one. */
export default function Sessions() {
  const t = useTranslations('session');
  const may = usePermission();
  const { params, set } = useSearch();
  const kinds = (Object.keys(USER_KINDS) as UserKind[]).filter((k) => may({ permission: USER_KINDS[k].permission }));
  const kind = kinds.find((k) => k === params.get('who'));
  const userId = (kind && params.get('userId')) || undefined;
  const change = (to: { who?: string | null; userId?: string | null; name?: string | null }) =>
    set({ userId: null, name: null, page: null, ...to });
  return (
    <Page title={t('title')} note={t('note')}>
      <Flex className={css.whose} gap={12} wrap align="center">
        <Segmented
          className={css.kinds}
          aria-label={t('whose')}
          value={kind ?? 'mine'}
          options={[{ value: 'mine', label: t('mine') }, ...kinds.map((value) => ({ value, label: t(value) }))]}
          onChange={(who) => change({ who: who === 'mine' ? null : who })}
        />
        {kind && (
          <div className={css.picker}>
            <LovPicker
              key={kind}
              keyword={USER_KINDS[kind].keyword}
              multiple={false}
              label={t(kind)}
              value={userId}
              rows={userId ? [{ userId, name: params.get('name') ?? userId }] : []}
              onChange={(v, rows) =>
                change({ userId: v === undefined ? null : String(v), name: v ? String(rows[0]?.name ?? '') : null })
              }
            />
          </div>
        )}
      </Flex>
      {kind && !userId ? <EmptyState description={t('choose')} /> : <SessionList key={userId} userId={userId} />}
    </Page>
  );
}
