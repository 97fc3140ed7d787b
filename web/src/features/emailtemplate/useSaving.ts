import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { useUnsaved } from '@/kit/form/unsaved';
import { isApiError } from '@/lib/api/error';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { errorText, showError } from '@/lib/notifier';
import { useApp } from '@/lib/toasts';
import { TEMPLATE, TEMPLATE_LIST, type Template } from './calls';
import { type Draft, draftKeeper, draftOf } from './draft';
import type { Email } from './history';

type Props = {
  id: string;
  saved: Draft;
  /** Whether unsaved work of this tab goes before what is stored. */
  restores: boolean;
  onMade: (id: string) => void;
};

/** What is written in an editor, and how it is saved. */
export function useSaving({ id: opened, saved, restores, onMade }: Props) {
  const t = useTranslations('emaileditor');
  const { message } = useApp();
  const queries = useQueryClient();
  const [id, setId] = useState(opened);
  const [first] = useState<Draft>(() => (restores && draftOf(opened)) || saved);
  const now = useRef<Draft>(first);
  const [name, setName] = useState(first.name);
  const [unsaved, setUnsaved] = useState(first !== saved);
  const [conflict, setConflict] = useState(false);
  const [ownerAsked, setOwnerAsked] = useState(false);
  const staff = usePermission()({ types: [1] });
  const [keeper, setKeeper] = useState(() => draftKeeper(opened));
  const guard = useUnsaved();
  useLayoutEffect(() => {
    if (unsaved) guard.typed();
    else guard.saved();
  });
  const change = (part: Partial<Draft>) => {
    now.current = { ...now.current, ...part };
    keeper.keep(now.current);
    setUnsaved(true);
  };
  /** What was sent last: what was written since is still unsaved. */
  const sent = useRef<Draft>(first);
  const send = useApiMutation(
    ({ version, customerId }: { version: number; customerId?: string }) => {
      sent.current = now.current;
      const { name, subject, design } = now.current;
      const body = { name: name.trim(), subject: subject.trim(), design };
      return id === 'new'
        ? request('post', '/edm/template', { body: { ...body, customerId } })
        : request('put', '/edm/template', { body: { ...body, id, version } });
    },
    {
      quiet: true,
      single: true,
      changes: [TEMPLATE_LIST, TEMPLATE],
      onDone: (answer) => done(answer),
      onFailed: (e) => {
        if (isApiError(e) && e.status === 409) setConflict(true);
        else message.error(isApiError(e) && e.errors[0] ? e.errors[0].message : errorText(e));
      },
    },
  );
  const done = (made: Template) => {
    setConflict(false);
    setOwnerAsked(false);
    const clean = now.current === sent.current;
    now.current = { ...now.current, version: made.version };
    keeper.drop();
    if (id === 'new') {
      setId(made.id);
      setKeeper(draftKeeper(made.id));
      onMade(made.id);
    }
    if (clean) setUnsaved(false);
    if (made.finished) message.success(t('savedNow'));
    else message.warning(t('savedUnfinished'));
  };
  const save = () => {
    if (now.current.name.trim() === '') return message.warning(t('needsName'));
    if (id === 'new' && staff) return setOwnerAsked(true);
    send.mutate({ version: now.current.version });
  };
  return {
    id,
    first,
    name,
    version: now.current.version,
    unsaved,
    conflict,
    busy: send.isPending,
    save,
    changeName: (to: string) => {
      setName(to);
      change({ name: to });
    },
    changeEmail: ({ subject, design }: Email) => change({ subject, design }),
    discard: () => {
      keeper.drop();
      guard.saved();
    },
    ownerAsked,
    forgetOwner: () => setOwnerAsked(false),
    saveFor: (customerId: string) => send.mutate({ version: 0, customerId }),
    keepEditing: () => setConflict(false),
    /** Saves over what another user has saved meanwhile. */
    overwrite: () =>
      void queries
        .fetchQuery({ ...get(TEMPLATE, { path: { id } }), staleTime: 0 })
        .then((newest) => send.mutate({ version: newest.version }), showError),
  };
}
