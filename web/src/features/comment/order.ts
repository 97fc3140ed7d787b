import type { Data, RecordOf } from '@/lib/api/types';

export type CommentDetail = Data<'get', '/comment/order/{id}'>;
export const ITEMS = '/comment/order/{id}/item/page';
export type OwnItem = RecordOf<typeof ITEMS>;
