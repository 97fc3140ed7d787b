import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { AccessRule } from '@/kit/access/Can';
import { renderValue, Time } from '@/kit/cell/cells';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useLimit } from '@/kit/useLimit';
import { request } from '@/lib/api/request';
import { Audience } from './Audience';
import { EditPost } from './EditPost';
import { usePostForm } from './form';
import { History } from './History';
import css from './notice.module.css';
import { Preview } from './Preview';
import { type Action, allows, base, type Item, type PostFormValues, type PostKind } from './post';

type Verb = 'edit' | 'publish' | 'revoke' | 'cancel' | 'del';
type OpenPostDialog = { what: 'edit' | 'preview' | 'history'; id: string };

/** Returns the row actions of a post, by its state. */
function usePostActions(kind: PostKind, show: (s: OpenPostDialog) => void): RowAction<Item, 'notice'>[] {
  const t = useTranslations('notice');
  const path = base(kind);
  const gate = (verb: Verb): AccessRule => ({ permission: `im:${kind}:${verb}` });
  const allowed = (action: Action) => (r: Item) => allows(action, r.status);
  return [
    { ...gate('edit'), key: 'edit', shown: allowed('edit'), run: (r) => show({ what: 'edit', id: r.id }) },
    {
      ...gate('publish'),
      key: 'publish',
      shown: allowed('publish'),
      confirm: (r) => ({ title: t('publishTitle', { title: r.contents.title }), content: t(`publishText.${kind}`) }),
      call: ({ id }) => request('put', `${path}/publish/now`, { query: { id } }),
      done: t('published'),
    },
    {
      ...gate('revoke'),
      key: 'revoke',
      shown: allowed('revoke'),
      danger: true,
      confirm: (r) => ({ title: t('revokeTitle', { title: r.contents.title }), content: t('revokeText') }),
      call: ({ id }) => request('put', `${path}/revoke`, { query: { id } }),
      done: t('revoked'),
    },
    {
      ...gate('cancel'),
      key: 'cancel',
      shown: allowed('cancel'),
      confirm: (r) => ({ title: t('cancelTitle', { title: r.contents.title }), content: t('cancelText') }),
      call: ({ id }) => request('put', `${path}/cancel`, { query: { id } }),
      done: t('cancelled'),
    },
    { key: 'preview', run: (r) => show({ what: 'preview', id: r.id }) },
    { key: 'history', run: (r) => show({ what: 'history', id: r.id }) },
    {
      ...gate('del'),
      key: 'del',
      shown: allowed('delete'),
      danger: true,
      confirm: (r) => ({ title: t('delTitle', { title: r.contents.title }), content: t('delText') }),
      call: ({ id }) => request('delete', `${path}/{id}`, { path: { id } }),
      done: t('deleted'),
    },
  ];
}

function usePostResource(
  kind: PostKind,
  show: (s: OpenPostDialog) => void,
): Resource<'/im/announcement/page', 'notice', PostFormValues> {
  const t = useTranslations('notice');
  const spec = usePostForm(kind);
  const actions = usePostActions(kind, show);
  const days = useLimit('notice.keep.days');
  return {
    list: `${base(kind)}/page`,
    words: 'notice',
    title: t(`title.${kind}`),
    note: t(`note.${kind}`, { days }),
    empty: t(`empty.${kind}`),
    columns: {
      title: {
        title: t('heading'),
        sort: true,
        fixed: true,
        cell: (r) => (
          <div className={css.heading}>
            <strong>{r.contents.title}</strong>
            <span>{r.contents.summary}</span>
          </div>
        ),
        filter: true,
      },
      status: { dict: 'notice_status', sort: true, filter: true },
      noticeType: kind === 'notice' && { cell: (r) => renderValue(r.noticeType ?? 1, 'text', 'notice_type') },
      audience: { from: 'md', cell: (r) => <Audience audience={r.audience} /> },
      publishTime: { sort: true, from: 'xl', cell: (r) => <Time value={r.noticeTime ?? r.publishTime} /> },
      expireTime: { as: 'time', sort: true, from: 'xl' },
      operator: { sort: true, hidden: true },
      createTime: { as: 'time', sort: true, hidden: true, filter: 'days' },
    },
    form: { ...spec, update: undefined },
    actions,
  };
}

/** Announcements and notices as staff write them. */
export function Posts({ kind }: { kind: PostKind }) {
  const [open, setOpen] = useState<OpenPostDialog | null>(null);
  const close = () => setOpen(null);
  const id = (what: OpenPostDialog['what']) => (open?.what === what ? open.id : null);
  return (
    <>
      <ResourcePage resource={usePostResource(kind, setOpen)} />
      <EditPost kind={kind} id={id('edit')} onClose={close} />
      <Preview kind={kind} id={id('preview')} onClose={close} />
      <History kind={kind} id={id('history')} onClose={close} />
    </>
  );
}
