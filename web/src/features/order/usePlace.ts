import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { useAct } from '@/kit/api/act';
import { call } from '@/kit/api/client';
import { CODE, isApiError } from '@/kit/api/error';
import { to } from '@/kit/api/to';
import type { Data } from '@/kit/api/types';
import { showErrors } from '@/kit/form/fieldErrors';
import { useApp } from '@/kit/light/app';
import { useSearch } from '@/router/navigate';
import { draftOf } from './draft';
import { draftKept, useShort } from './useShort';
import type { Values, Wish } from './wish';

const DRAFTS = ['get', '/gc/groupsendorder/draft/page'];

/** Saves what was written as a draft, complete or not. */
export function useSaveDraft(form: FormInstance<Values>, draftId: string | null, onSaved: () => void) {
  const t = useTranslations('order');
  const { message } = useApp();
  const queries = useQueryClient();
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      await form.validateFields(['name', 'groupId']);
      const body = draftOf(form.getFieldsValue(true));
      if (!body) return;
      if (draftId) await call('put', '/gc/groupsendorder/draft', { body: { ...body, id: draftId } });
      else await call('post', '/gc/groupsendorder/draft', { body });
      await queries.invalidateQueries({ queryKey: DRAFTS });
      message.success(t('draftSaved'));
      onSaved();
    },
    // What antd finds is shown at its fields already.
    onError: (e) => isApiError(e) && showErrors(form, e),
  });
  return { save: () => save.mutate(), saving: save.isPending };
}

/** Changes an order that has not begun; what is short changes nothing and says so. */
export function useChange(form: FormInstance<Values>, id: string | null) {
  const t = useTranslations('order');
  const { message } = useApp();
  const { set } = useSearch();
  const edit = useAct((body: Wish) => to('put', '/gc/groupsendorder', { body: { ...body, id: id ?? '' } }), {
    quiet: true,
    changes: ['/gc/groupsendorder/page', '/gc/groupsendorder/{id}', '/pi/personal/info'],
    onDone: (now) => {
      form.resetFields();
      message.success(t('changed', { orderNo: now.orderNo }));
      set({ create: null, edit: null, id: now.id });
    },
  });
  return {
    change: (wish: Wish) => edit.mutateAsync(wish).catch((e) => showErrors(form, e)),
    changing: edit.isPending,
  };
}

/** Places the order, or the draft that it comes from; a short balance or stock keeps a draft and shows the way to it. */
export function usePlace(form: FormInstance<Values>, draftId: string | null) {
  const t = useTranslations('order');
  const { modal, message } = useApp();
  const { set } = useSearch();
  const changes = ['/gc/groupsendorder/page', '/gc/groupsendorder/draft/page', '/pi/personal/info'] as const;
  const onDone = (made: Data<'post', '/gc/groupsendorder'>) => {
    form.resetFields();
    message.success(t('created', { orderNo: made.orderNo }));
    set({ create: null, draft: null, copy: null, view: null, id: made.id });
  };
  const of = { quiet: true, changes, onDone };
  const fresh = useAct((body: Wish) => to('post', '/gc/groupsendorder', { body }), of);
  const kept = useAct((id: string) => to('post', '/gc/groupsendorder/draft/commit', { body: { id } }), of);

  const short = useShort();
  const failed = (e: unknown, wish: Wish) => {
    const draft = draftKept(e) ?? (isApiError(e) && e.code === CODE.shortBalance ? draftId : undefined);
    if (draft && short) {
      form.resetFields();
      set({ create: null, draft: null, copy: null, id: null, view: 'drafts' });
      return void short(draft, wish);
    }
    if (!isApiError(e) || (e.code !== CODE.shortBalance && e.code !== CODE.shortStock)) return showErrors(form, e);
    form.resetFields();
    set({ create: null, draft: null, copy: null, id: null });
    modal.confirm({
      title: t('draftKept'),
      content: e.message,
      okText: t('toDrafts'),
      onOk: () => set({ create: null, draft: null, copy: null, id: null, view: 'drafts' }),
    });
  };
  const place = async (wish: Wish) => {
    try {
      if (draftId) {
        await call('put', '/gc/groupsendorder/draft', { body: { ...wish, id: draftId } });
        await kept.mutateAsync(draftId);
      } else await fresh.mutateAsync(wish);
    } catch (e) {
      failed(e, wish);
    }
  };
  return { place, placing: fresh.isPending || kept.isPending };
}
