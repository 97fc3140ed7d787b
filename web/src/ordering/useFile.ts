import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import { postQuery } from '@/lib/api/query';
import { useOrderKind } from './kind';
import type { TargetValues } from './target';

/** Reads the file of a form for its country, once both are chosen; the same file is read once. */
export function useFile({ target, file, countryCode }: TargetValues) {
  const may = usePermission()('gc:gcalternateorder:read');
  const { recipients: type } = useOrderKind();
  const named = target === 'file' && file && countryCode ? { fileId: file.id, countryCode, type } : undefined;
  const read = useQuery({
    ...postQuery('/gc/gcAlternateOrder/readFile', { body: named ?? { fileId: '', countryCode: '' } }),
    enabled: may && named !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { named: may ? named : undefined, read };
}
