import type { Data, RecordOf } from '@/lib/api/types';

export const PROVIDER_LIST = '/lop/provider/page';
export const PROVIDER = '/lop/provider/{id}';
export const ACCOUNT = '/lop/provider/account';

export type Provider = RecordOf<typeof PROVIDER_LIST>;
export type Detail = Data<'get', typeof PROVIDER>;
export type Account = Detail['items'][number];
export type AccountField = Detail['fields'][number];
export type Fact = Detail['facts'][number];
