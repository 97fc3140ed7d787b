import type { Data } from '@/lib/api/types';

export type CallDetail = Data<'get', '/call/order/{id}'>;
