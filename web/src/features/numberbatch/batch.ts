import type { RecordOf } from '@/lib/api/types';

export type Batch = RecordOf<'/kfsms/batch/page'>;
