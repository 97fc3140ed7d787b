import type { FormInstance } from 'antd';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { leadToWrong, showErrors } from '@/kit/form/fieldErrors';
import { CODE, isApiError } from '@/lib/api/error';
import { sendOnce } from '@/lib/api/idempotency';
import { useApiMutation, useWork } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';
import { signalOf } from '@/lib/api/withdraw';
import { navigate, useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { endpoint, useOrderKind, useOrderTexts } from './kind';
import { STATUS } from './order';
import {
  type Commit,
  type OrderRequest,
  placedChanges,
  storedDraftOf,
  usePayDraft,
  useTopUpOffer,
} from './useTopUpOffer';

type SavedDraft<V> = {
  draftId: string | null;
  /** Fields without which nothing is kept. */
  needs: string[];
  /** Returns the draft of the form; undefined when the form has too little. */
  kept: (values: V) => object | undefined;
  onSaved: () => void;
};

/** Saves what was written as a draft, complete or not. */
export function useSaveDraft<V>(form: FormInstance<V>, { draftId, needs, kept, onSaved }: SavedDraft<V>) {
  const t = useTranslations('order');
  const { message } = useApp();
  const kind = useOrderKind();
  const write = async (_: undefined, withdrawn?: AbortSignal) => {
    await form.validateFields(needs as never);
    const body = kept(form.getFieldsValue(true)) as never;
    if (!body) return false;
    const whole = { ...(body as object), id: draftId } as never;
    if (draftId) await sendOnce(request('put', endpoint(kind, '/draft'), { body: whole }), withdrawn);
    else await sendOnce(request('post', endpoint(kind, '/draft'), { body }), withdrawn);
    return true;
  };
  const save = useWork(write, {
    quiet: true,
    owner: form,
    changes: [endpoint(kind, '/draft/page')],
    onDone: (written) => {
      if (!written) return;
      message.success(t('draftSaved'));
      onSaved();
    },
    // Validation errors of antd are shown at their fields.
    onFailed: (e) => (isApiError(e) ? showErrors(form, e) : leadToWrong(form, e)),
  });
  return { save: () => save.mutate(undefined), saving: save.isPending };
}

/** Changes an order that has not begun; what is short changes nothing and says so. */
export function useChangeOrder<V>(form: FormInstance<V>, id: string | null) {
  const t = useTranslations('order');
  const { message } = useApp();
  const kind = useOrderKind();
  const { set } = useSearch();
  const edit = useApiMutation(
    (body: OrderRequest) => request('put', endpoint(kind, ''), { body: { ...body, id: id ?? '' } as never }),
    {
      quiet: true,
      owner: form,
      changes: placedChanges(kind),
      onDone: (now) => {
        form.resetFields();
        message.success(t('changed', { orderNo: now.orderNo }));
        set({ create: null, edit: null, id: now.id });
      },
    },
  );
  return {
    change: (wish: OrderRequest) => edit.mutateAsync(wish).catch((e) => showErrors(form, e)),
    changing: edit.isPending,
  };
}

/** Keeps an order that cannot be placed yet as a draft. With `credits`, the missing ones, it leads to paying them. */
export function useStoreDraft<V>(form: FormInstance<V>, draftId: string | null) {
  const t = useTranslations('order');
  const { message } = useApp();
  const kind = useOrderKind();
  const { set } = useSearch();
  const pay = usePayDraft();
  const write = async ({ wish, credits }: { wish: OrderRequest; credits?: number }, withdrawn?: AbortSignal) => {
    const body = { ...wish, ...(draftId && { id: draftId }) } as never;
    if (draftId) await sendOnce(request('put', endpoint(kind, '/draft'), { body }), withdrawn);
    const id = draftId ?? (await sendOnce(request('post', endpoint(kind, '/draft'), { body }), withdrawn)).id;
    return { id, cost: wish.expectedCost, credits };
  };
  const keep = useWork(write, {
    quiet: true,
    owner: form,
    changes: [endpoint(kind, '/draft/page')],
    onDone: ({ id, cost, credits }) => {
      form.resetFields();
      message.success(t('draftSaved'));
      set({ create: null, draft: null, copy: null, id: null, view: 'drafts' });
      if (credits) pay(id, cost, credits);
    },
    onFailed: (e) => showErrors(form, e),
  });
  return { keep: (wish: OrderRequest, credits?: number) => keep.mutate({ wish, credits }), keeping: keep.isPending };
}

/** Places the order, or the draft that it comes from; a short balance or stock keeps a draft and shows the way to it. */
export function usePlaceOrder<V>(form: FormInstance<V>, draftId: string | null) {
  const t = useTranslations('order');
  const own = useOrderTexts();
  const { modal, message } = useApp();
  const kind = useOrderKind();
  const { set, href } = useSearch();
  const onDone = (made: Data<'post', '/gc/groupsendorder'>) => {
    form.resetFields();
    message.success(own(made.status === STATUS.review ? 'createdForReview' : 'created', { orderNo: made.orderNo }));
    set({ create: null, draft: null, copy: null, view: null, id: made.id });
  };
  const of = { quiet: true, owner: form, changes: placedChanges(kind), onDone };
  const fresh = useApiMutation(
    (body: OrderRequest) => request('post', endpoint(kind, ''), { body: body as never }),
    of,
  );
  const kept = useApiMutation((body: Commit) => request('post', endpoint(kind, '/draft/commit'), { body }), of);

  const short = useTopUpOffer();
  const failed = (e: unknown, wish: OrderRequest) => {
    const draft = storedDraftOf(e) ?? (isApiError(e) && e.code === CODE.shortBalance ? draftId : undefined);
    const offer = short(wish);
    if (draft && offer) {
      form.resetFields();
      set({ create: null, draft: null, copy: null, id: null, view: 'drafts' });
      return void offer(draft);
    }
    if (!isApiError(e) || (e.code !== CODE.shortBalance && e.code !== CODE.shortStock)) return showErrors(form, e);
    form.resetFields();
    set({ create: null, draft: null, copy: null, id: null });
    void modal.confirm({
      title: t('draftKept'),
      content: e.message,
      okText: t('toDrafts'),
      onOk: () => navigate(href({ create: null, draft: null, copy: null, id: null, view: 'drafts' })),
    });
  };
  const written = useRef('');
  const place = async (wish: OrderRequest) => {
    try {
      if (draftId) {
        // An order without an answer may have used the draft up: only its commit is repeated then.
        if (written.current !== JSON.stringify(wish))
          await sendOnce(
            request('put', endpoint(kind, '/draft'), { body: { ...wish, id: draftId } as never }),
            signalOf(form),
          );
        written.current = JSON.stringify(wish);
        await kept.mutateAsync({ id: draftId, expectedCost: wish.expectedCost });
      } else await fresh.mutateAsync(wish);
    } catch (e) {
      failed(e, wish);
    }
  };
  return { place, placing: fresh.isPending || kept.isPending };
}
