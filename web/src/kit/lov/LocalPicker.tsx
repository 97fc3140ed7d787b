import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { notifier } from '@/lib/notifier';
import { useSession } from '@/lib/session';
import { columnsOf, type LovColumn, type LovSearch, type Picker, searchIsWhole, searchOf } from './definition';
import { PickerController, type PickerProps } from './PickerController';
import type { PickerLook, PickerPage } from './PickerModal';
import type { Row } from './selection';

/** A picker that a page defines itself (platform-services §3). */
export type LovOption = Omit<PickerLook, 'width' | 'cells'> & {
  rowKey: string;
  getPage: (query: Record<string, unknown>, signal: AbortSignal) => Promise<PickerPage>;
  modelTitle?: string;
  modelWidth?: number | string;
  placeholder?: string;
  multiple?: boolean;
  fixedParams?: Record<string, unknown>;
  retField?: string;
  /** The choice is cleared when the language changes, because its labels are in that language; `false` keeps it. */
  lang?: boolean;
};

/** A column. `slot`, or `scopedSlots.customRender` by its name in the specification, draws what is more than a text. */
export type ColumnOption = Omit<LovColumn, 'dictCode'> & {
  dict_code?: string;
  slot?: (row: Row) => ReactNode;
  scopedSlots?: { customRender: (row: Row) => ReactNode };
};

type LocalPickerProps = PickerProps & {
  lovOption: LovOption;
  columnsOption: ColumnOption[];
  searchOption?: LovSearch[];
};

/** Whether the options make a picker that can be opened (platform-services §5). */
function isUsable(o: Partial<LovOption> | null | undefined, columns: unknown, search: LovSearch[]): boolean {
  return Boolean(o?.rowKey) && typeof o?.getPage === 'function' && Array.isArray(columns) && searchIsWhole(search);
}

/** Chooses from a list that the page brings. Its choice is cleared when its parameters or the language change. */
export function LocalPicker({ lovOption: o, columnsOption, searchOption = [], ...props }: LocalPickerProps) {
  const t = useTranslations('picker');
  const locale = useLocale();
  const type = useSession((s) => s.attributes?.type);
  const id = useId();
  const usable = isUsable(o, columnsOption, searchOption);
  const columns = usable ? columnsOption : [];
  const picker: Picker | null = usable
    ? {
        title: o.modelTitle ?? t('choose'),
        rowKey: o.rowKey,
        retField: o.retField ?? o.rowKey,
        shown: columns.find((c) => !c.adminShow)?.field ?? o.rowKey,
        multiple: o.multiple ?? false,
        columns: columnsOf(
          columns.map((c) => ({ ...c, dictCode: c.dict_code })),
          locale,
          type,
        ),
        search: searchOf(searchOption, locale, type),
      }
    : null;
  const cells = columns.flatMap((c) => {
    const draw = c.slot ?? c.scopedSlots?.customRender;
    return draw ? [[c.field, draw] as const] : [];
  });
  return (
    <PickerController
      placeholder={o?.placeholder}
      {...props}
      picker={picker}
      look={usable ? { ...o, width: o.modelWidth, cells: Object.fromEntries(cells) } : undefined}
      queryKey={['local-picker', id, o?.fixedParams ?? {}]}
      load={(query, signal) => o.getPage({ ...query, ...o.fixedParams }, signal)}
      onBroken={() => notifier.current?.message.error(t('configuration'))}
      clearedBy={o?.lang === false ? undefined : locale}
    />
  );
}
