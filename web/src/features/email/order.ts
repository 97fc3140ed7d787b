import type { Data } from '@/lib/api/types';

export type EmailDetail = Data<'get', '/edm/order/{id}'>;
