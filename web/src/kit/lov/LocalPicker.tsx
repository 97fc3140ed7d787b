import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { notifier } from '@/lib/notifier';
import { useSession } from '@/lib/session';
import { columnsOf, type LovColumn, type LovSearch, type Picker, searchIsWhole, searchOf } from './definition';
import { PickerController, type PickerProps } from './PickerController';
import type { PickerLook, PickerPage } from './PickerModal';
import type { Row } from './selection';

/** A picker that a page defines itself (platform-services §3). */
export type LovOption = {
  rowKey: string;
  getPage: (query: Record<string, unknown>) => Promise<PickerPage>;
  modelTitle?: string;
  modelWidth?: number | string;
  placeholder?: string;
  multiple?: boolean;
  tableSize?: PickerLook['tableSize'];
  fixedParams?: Record<string, unknown>;
  retField?: string;
  /** The field whose value the picker returns. */
  shown?: string;
  onlyShow?: boolean;
  showSelectAll?: boolean;
  /** Clears the choice when the language changes, because the labels are in that language; `false` keeps it. */
  lang?: boolean;
};

export type ColumnOption = Omit<LovColumn, 'title' | 'dictCode'> & {
  title: string;
  dict_code?: string;
  /** The cell, where a text is not enough. */
  slot?: (row: Row) => ReactNode;
  /** The cell by the name of a table's slot. */
  scopedSlots?: { customRender: (row: Row) => ReactNode };
};

type Props = PickerProps & { lovOption: LovOption; columnsOption: ColumnOption[]; searchOption?: LovSearch[] };

/** Why a picker cannot be opened; nothing when it can (platform-services §5). */
export function brokenBy(p: Partial<Pick<Props, 'lovOption' | 'columnsOption' | 'searchOption'>>): boolean {
  const o = p.lovOption as Partial<LovOption> | undefined;
  if (typeof o !== 'object' || o === null || !o.rowKey || typeof o.getPage !== 'function') return true;
  return !Array.isArray(p.columnsOption) || !searchIsWhole(p.searchOption ?? []);
}

/** Chooses from a list that the page brings. Its choice is cleared when its parameters or the language change. */
export function LocalPicker({ lovOption: o, columnsOption, searchOption = [], ...props }: Props) {
  const t = useTranslations('picker');
  const locale = useLocale();
  const type = useSession((s) => s.attributes?.type);
  const id = useId();
  const broken = brokenBy({ lovOption: o, columnsOption, searchOption });
  const picker: Picker | null = broken
    ? null
    : {
        title: o.modelTitle ?? t('choose'),
        rowKey: o.rowKey,
        retField: o.retField ?? o.rowKey,
        shown: o.shown ?? columnsOption.find((c) => !c.adminShow)?.field ?? o.rowKey,
        multiple: o.multiple ?? false,
        columns: columnsOf(
          columnsOption.map((c) => ({ ...c, dictCode: c.dict_code })),
          locale,
          type,
        ),
        search: searchOf(searchOption, locale, type),
      };
  const cells = broken
    ? {}
    : Object.fromEntries(
        columnsOption.flatMap((c) => {
          const slot = c.slot ?? c.scopedSlots?.customRender;
          return slot ? [[c.field, slot]] : [];
        }),
      );
  return (
    <PickerController
      placeholder={broken ? undefined : o.placeholder}
      {...props}
      picker={picker}
      look={
        broken
          ? {}
          : {
              width: o.modelWidth,
              tableSize: o.tableSize,
              showSelectAll: o.showSelectAll,
              onlyShow: o.onlyShow,
              cells,
            }
      }
      queryKey={['local-picker', id, broken ? {} : (o.fixedParams ?? {})]}
      load={(query) => o.getPage({ ...query, ...o.fixedParams })}
      onBroken={() => notifier.current?.message.error(t('configuration'))}
      clearedBy={o?.lang === false ? undefined : locale}
    />
  );
}
