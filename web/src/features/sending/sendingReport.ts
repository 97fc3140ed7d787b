import type { Data } from '@/lib/api/types';

export type SendingReport = Data<'get', '/dmp/sending'>;
