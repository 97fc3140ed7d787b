import type { BodyOf, RecordOf } from '@/lib/api/types';

export type Engine = RecordOf<'/call/engine/page'>;
export type EngineFormValues = Omit<BodyOf<'post', '/call/engine'>, 'id'>;
