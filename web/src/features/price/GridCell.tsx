import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNumberTexts } from '@/kit/form/NumberField';
import { NumberInput } from '@/kit/input/NumberInput';
import { useFormat } from '@/lib/format';
import { composing, isEnter } from '@/lib/input/keys';
import type { Unread } from '@/lib/input/number';
import { useApp } from '@/lib/toasts';
import type { Cell } from './grid';
import css from './grid.module.css';
import { type OwnSource, useOrigin } from './origin';

type Props = {
  cell: Cell;
  /** Name of the service and the country. */
  label: string;
  max: number;
  /** What the grid's own prices are called. */
  source: OwnSource;
  editable: boolean;
  /** Sent, and not answered yet. */
  busy: boolean;
  active: boolean;
  editing: false | 'all' | 'typed';
  onFocus: () => void;
  onEdit: (editing: false | 'all' | 'typed') => void;
  /** Resolves to whether it was saved; `next`: with Enter, so the cell below is the next one. */
  onSave: (price: number, next: boolean) => Promise<boolean>;
  onKey: (e: KeyboardEvent) => void;
};

/** A price of the grid: read with its origin, or typed over. */
export function GridCell({ cell, label, active, editing, busy, editable, onFocus, onEdit, onKey, ...p }: Props) {
  const f = useFormat();
  const origin = useOrigin(p.source);
  const own = cell.own !== null;
  const why = origin(cell.applies, cell.countryCode);
  const price = cell.applies.price === null ? '–' : f.credit(cell.applies.price);
  return (
    <td
      className={css.cell}
      data-own={own}
      data-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid (ARIA)
      role="gridcell"
      aria-label={`${label}: ${price}, ${why}`}
      aria-readonly={!editable}
      tabIndex={active ? 0 : -1}
      data-cell={`${cell.service} ${cell.countryCode}`}
      onFocus={onFocus}
      onClick={() => editable && !editing && onEdit('all')}
      onKeyDown={onKey}
    >
      {editing ? (
        <Editor {...{ cell, label, typed: editing === 'typed', onEdit }} max={p.max} onSave={p.onSave} />
      ) : (
        <>
          <b>{price}</b>
          <small>{why}</small>
        </>
      )}
    </td>
  );
}

type EditorProps = Pick<Props, 'cell' | 'label' | 'max' | 'onEdit' | 'onSave'> & { typed: boolean };

/** Enter and leaving the field save what was typed, Escape leaves the price as it was. */
function Editor({ cell, label, max, typed, onEdit, onSave }: EditorProps) {
  const t = useTranslations('price');
  const locale = useLocale();
  const min = cell.least ?? 0;
  const texts = useNumberTexts({ decimals: 2, min, max });
  const { message } = useApp();
  const before = cell.own ?? cell.applies.price;
  const [value, setValue] = useState<number | null>(typed ? null : before);
  const [wrong, setWrong] = useState(false);
  const unread = useRef<Unread | undefined>(undefined);
  const over = useRef(false);
  const leave = () => {
    over.current = true;
    onEdit(false);
  };
  const finish = async (next = false) => {
    if (over.current) return;
    const refusal = unread.current ? texts.unread(unread.current) : value === null ? undefined : texts.bounds(value);
    if (refusal) {
      setWrong(true);
      return message.error(refusal);
    }
    // What was only looked at stays inherited.
    over.current = true;
    if (value === null || value === before) return onEdit(false);
    if (await onSave(value, next)) return;
    over.current = false;
    setWrong(true);
  };
  return (
    <NumberInput
      autoFocus
      key={locale}
      size="small"
      className={css.input}
      aria-label={t('grid.priceOf', { cell: label })}
      decimals={2}
      min={min}
      max={max}
      value={value}
      status={wrong ? 'error' : undefined}
      onFocus={(e) => !typed && e.currentTarget.select()}
      onChange={(n, text) => {
        unread.current = text;
        setValue(n);
        setWrong(false);
      }}
      // Another window takes the focus for a while: what is half typed waits. What was refused is not sent again by leaving it.
      onBlur={(e) => document.activeElement !== e.currentTarget && (wrong ? leave() : void finish())}
      onKeyDown={(e) => {
        if (e.key !== 'Tab') e.stopPropagation();
        if (isEnter(e)) {
          e.preventDefault();
          void finish(true);
        }
        if (e.key !== 'Escape' || composing(e.nativeEvent)) return;
        e.preventDefault();
        leave();
      }}
    />
  );
}
