import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { apiDataAt } from '@/lib/api/client';
import { notifier } from '@/lib/notifier';
import { useSession } from '@/lib/session';
import { LovError, lovQuery } from './cache';
import { columnsOf, isWhole, type LovDefinition, objectOf, type Picker, searchOf, textIn } from './definition';
import { PickerController, type PickerProps } from './PickerController';
import type { PickerPage } from './PickerModal';
import type { Row } from './selection';

type Props = PickerProps & {
  /** Which definition of the server: customer, contacts_group, system_user, country … */
  keyword: string;
  /** Over the definition's own. */
  multiple?: boolean;
};

/** A list of the server, or one page of rows that stand alone. */
export function pageOf(answer: unknown): PickerPage {
  if (Array.isArray(answer)) return { records: answer as Row[], total: answer.length };
  const page = answer as Partial<PickerPage> | null;
  return { records: page?.records ?? [], total: page?.total ?? page?.records?.length ?? 0 };
}

/** The definition's fixed parameters go last: nothing that is typed replaces them. */
export function inputOf(d: LovDefinition, query: Record<string, unknown>) {
  const all = { ...query, ...objectOf(d.fixedParams) };
  return d.position === 'body' && d.method === 'POST' ? { body: all } : { query: all };
}

/** Chooses from a list that the server defines by a keyword (platform-services §3 to §5). */
export function LovPicker({ keyword, multiple, ...props }: Props) {
  const t = useTranslations('picker');
  const locale = useLocale();
  const type = useSession((s) => s.attributes?.type);
  const definition = useQuery(lovQuery(keyword));
  const d = definition.data;
  const whole = isWhole(d);
  const failed = definition.error instanceof LovError;
  useEffect(() => {
    if (failed) notifier.current?.message.error(t('loadingError', { keyword }));
  }, [failed, keyword, t]);

  const picker: Picker | null = whole
    ? {
        title: textIn(d.languages, locale, d.title),
        rowKey: d.key,
        retField: d.retField || d.key,
        shown: d.ret || d.retField || d.key,
        multiple: multiple ?? d.multiple ?? false,
        columns: columnsOf(d.bodyList ?? [], locale, type),
        search: searchOf(d.searchList ?? [], locale, type),
      }
    : null;
  const broken = () => {
    notifier.current?.message.error(t(d && !whole ? 'configuration' : 'loadingError', { keyword }));
    void definition.refetch(); // it may have been mended
  };
  return (
    <PickerController
      {...props}
      picker={picker}
      busy={definition.isFetching}
      queryKey={['lov-page', keyword, d?.updateTime]}
      load={async (query, signal) => {
        if (!d) return { records: [], total: 0 };
        const method = d.method === 'POST' ? 'post' : 'get';
        return pageOf(await apiDataAt(method, d.url, inputOf(d, query), { signal }));
      }}
      onBroken={broken}
    />
  );
}
