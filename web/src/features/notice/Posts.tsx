import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DictTag, Time } from '@/kit/cell/cells';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { Audience } from './Audience';
import { EditPost } from './EditPost';
import { useFormSpec } from './form';
import { History } from './History';
import css from './notice.module.css';
import { Preview } from './Preview';
import { type Action, base, type Item, type Kind, may, type Values } from './post';

type Shown = { what: 'edit' | 'preview' | 'history'; id: string };

/** What can be done with a post, by its state. */
function useActions(kind: Kind, show: (s: Shown) => void): RowAction<Item>[] {
  const t = useTranslations('notice');
  const path = base(kind);
  const gate = (verb: string) => ({ permission: `im:${kind}:${verb}` });
  const allowed = (action: Action) => (r: Item) => may(action, r.status);
  const put = (verb: 'publish/now' | 'revoke' | 'cancel') => (r: Item) => ({
    method: 'put' as const,
    path: `${path}/${verb}`,
    input: { query: { id: r.id } },
  });
  return [
    {
      key: 'edit',
      label: t('edit'),
      gate: gate('edit'),
      shown: allowed('edit'),
      run: (r) => show({ what: 'edit', id: r.id }),
    },
    {
      key: 'publish',
      label: t('publish'),
      gate: gate('publish'),
      shown: allowed('publish'),
      confirm: (r) => ({ title: t('publishTitle', { title: r.contents.title }), content: t(`publishText.${kind}`) }),
      call: put('publish/now'),
      done: t('published'),
    },
    {
      key: 'revoke',
      label: t('revoke'),
      gate: gate('revoke'),
      shown: allowed('revoke'),
      danger: true,
      confirm: (r) => ({ title: t('revokeTitle', { title: r.contents.title }), content: t('revokeText') }),
      call: put('revoke'),
      done: t('revoked'),
    },
    {
      key: 'cancel',
      label: t('cancel'),
      gate: gate('cancel'),
      shown: allowed('cancel'),
      confirm: (r) => ({ title: t('cancelTitle', { title: r.contents.title }), content: t('cancelText') }),
      call: put('cancel'),
      done: t('cancelled'),
    },
    { key: 'preview', label: t('preview'), run: (r) => show({ what: 'preview', id: r.id }) },
    { key: 'history', label: t('history'), run: (r) => show({ what: 'history', id: r.id }) },
    {
      key: 'del',
      label: t('del'),
      gate: gate('del'),
      shown: allowed('delete'),
      danger: true,
      confirm: (r) => ({ title: t('delTitle', { title: r.contents.title }), content: t('delText') }),
      call: (r) => ({ method: 'delete', path: `${path}/{id}`, input: { path: { id: r.id } } }),
      done: t('deleted'),
    },
  ];
}

function useResource(kind: Kind, show: (s: Shown) => void): Resource<'/im/announcement/page', Values> {
  const t = useTranslations('notice');
  const spec = useFormSpec(kind);
  const actions = useActions(kind, show);
  return {
    list: `${base(kind)}/page` as const,
    title: t(`title.${kind}`),
    note: t(`note.${kind}`),
    empty: t(`empty.${kind}`),
    columns: [
      {
        field: 'title',
        title: t('heading'),
        sort: true,
        fixed: true,
        render: (r) => (
          <div className={css.heading}>
            <strong>{r.contents.title}</strong>
            <span>{r.contents.summary}</span>
          </div>
        ),
      },
      {
        field: 'status',
        title: t('status'),
        sort: true,
        render: (r) => <DictTag code="notice_status" value={r.status} />,
      },
      ...(kind === 'notice'
        ? [
            {
              field: 'noticeType',
              title: t('type'),
              render: (r: Item) => <DictTag code="notice_type" value={r.noticeType ?? 1} />,
            },
          ]
        : []),
      { field: 'audience', title: t('audience'), from: 'md', render: (r) => <Audience of={r.audience} /> },
      {
        field: 'publishTime',
        title: t('publishTime'),
        sort: true,
        from: 'xl',
        render: (r) => <Time value={r.noticeTime ?? r.publishTime} />,
      },
      {
        field: 'expireTime',
        title: t('expireTime'),
        sort: true,
        from: 'xl',
        render: (r) => <Time value={r.expireTime} />,
      },
      { field: 'operator', title: t('operator'), sort: true, hidden: true, render: (r) => r.operator },
      {
        field: 'createTime',
        title: t('created'),
        sort: true,
        hidden: true,
        render: (r) => <Time value={r.createTime} />,
      },
    ],
    filters: [
      { field: 'title', label: t('heading'), kind: 'text' },
      { field: 'status', label: t('status'), kind: 'dict', code: 'notice_status', multiple: true },
      { field: 'createTime', label: t('created'), kind: 'days' },
    ],
    form: { ...spec, update: undefined },
    actions,
  };
}

/** Announcements and notices as staff write them. */
export function Posts({ kind }: { kind: Kind }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const id = (what: Shown['what']) => (shown?.what === what ? shown.id : null);
  return (
    <>
      <ResourcePage resource={useResource(kind, setShown)} />
      <EditPost kind={kind} id={id('edit')} onClose={close} />
      <Preview kind={kind} id={id('preview')} onClose={close} />
      <History kind={kind} id={id('history')} onClose={close} />
    </>
  );
}
