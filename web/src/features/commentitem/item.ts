import type { Data, RecordOf } from '@/lib/api/types';

export const ITEMS = '/comment/item/page';
export const WORK = '/comment/item/work';

export type Item = RecordOf<typeof ITEMS>;
export type ItemDetail = Data<'get', '/comment/item/{id}'>;

/** Queries that a step of an item makes stale. */
export const ITEM_PATHS = [ITEMS, WORK, '/comment/item/{id}', '/gc/review'] as const;
