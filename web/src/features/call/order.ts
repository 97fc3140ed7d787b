import type { Data } from '@/kit/api/types';

export type CallDetail = Data<'get', '/call/order/{id}'>;
