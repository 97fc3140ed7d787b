import type { RecordOf } from '@/lib/api/types';

export type Recording = RecordOf<'/call/recording/page'>;
