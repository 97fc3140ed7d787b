import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePriceWords } from '@/kit/pay/PriceField';
import { useApiMutation } from '@/lib/api/mutation';
import { type ApiRequest, request } from '@/lib/api/request';
import { signalOf } from '@/lib/api/withdraw';
import { useApp } from '@/lib/toasts';
import { asService, type Edit, GRIDS, type GridOwner } from './grid';
import { PRICE_LIST, PRICE_RELATED } from './price';

/** Changes of a price of an agent's list make these stale too. */
const LIST_RELATED = ['/proxy/service/price/page', '/proxy/service/list', '/proxy/service/price/history/page'] as const;

/** An edit; the undoing of one is not asked about again. */
type Change = Edit & { undoes?: boolean };

/** Describes the call that makes an edit: a price is set, or its line removed. */
export function requestOf({ id, list }: GridOwner, { service, country, after }: Edit): ApiRequest<unknown> {
  const line = { path: { id: `${id}.${service}.${country}` } };
  const body = { userId: id, service: asService(service), countryCode: country, price: after ?? 0 };
  if (list) {
    return after === null
      ? request('delete', '/proxy/service/price/{id}', line)
      : request('post', '/proxy/service/price', { body });
  }
  return after === null
    ? request('delete', '/aty/customerinfo/price/charge/del/{id}', line)
    : request('post', '/aty/customerinfo/price/charge/save', { body });
}

/** Saves the cells of a grid one by one. The last change can be undone. */
export function useGridEdit(of: GridOwner) {
  const t = useTranslations('price');
  const words = usePriceWords();
  const { modal } = useApp();
  const [owner] = useState(() => ({}));
  const [last, setLast] = useState<Change>();
  const sending = useApiMutation((edit: Change) => requestOf(of, edit), {
    owner,
    changes: [...GRIDS, PRICE_LIST, ...PRICE_RELATED, ...LIST_RELATED],
    onDone: (_, edit) => setLast(edit),
  });
  /** Resolves to whether the edit was made. A price that changes by more than half is asked about once more. */
  const save = async (edit: Change): Promise<boolean> => {
    const send = () =>
      sending.mutateAsync(edit).then(
        () => true,
        () => false,
      );
    const asked = edit.undoes ? undefined : words.question(edit.was, edit.becomes);
    if (!asked) return send();
    return new Promise((done) => {
      modal.confirm({
        ...asked,
        withdrawn: signalOf(owner),
        onOk: async () => done(await send()),
        onCancel: () => done(false),
      });
    });
  };
  return {
    save,
    busy: sending.isPending ? sending.variables : undefined,
    last,
    /** What the last change did, in words. */
    told: last && (words.change(last.was, last.becomes) ?? t('grid.same')),
    undo: () =>
      last &&
      save({
        ...last,
        before: last.after,
        after: last.before,
        was: last.becomes,
        becomes: last.was,
        undoes: true,
      }),
  };
}
