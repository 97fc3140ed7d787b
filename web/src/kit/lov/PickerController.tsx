import { useEffect, useRef, useState } from 'react';
import type { Picker } from './definition';
import { PickerField } from './PickerField';
import { type PickerLook, PickerModal, type PickerPage } from './PickerModal';
import { fieldOf, listOf, type Row, rowsOf, type Value } from './selection';

export type PickerProps = {
  id?: string;
  value?: Value | Value[] | null;
  /** The chosen values (one, or a list in multiple mode; undefined when there are none) and their rows. */
  onChange?: (value: Value | Value[] | undefined, rows: Row[]) => void;
  /** Known rows of the current value, so that it has a text before the picker opens. */
  rows?: Row[];
  disabled?: boolean;
  placeholder?: string;
  /** Label of a picker outside of a form's field. */
  label?: string;
  /** Parameters that depend on something else; a change of them clears what is chosen. */
  params?: Record<string, unknown>;
};

type Props = PickerProps & {
  /** The definition; null while it loads or when it is invalid. */
  picker: Picker | null;
  look?: PickerLook;
  busy?: boolean;
  queryKey: readonly unknown[];
  load: (query: Record<string, unknown>, signal: AbortSignal) => Promise<PickerPage>;
  /** A click on a picker that cannot be opened. */
  onBroken: () => void;
  /** Another value whose change clears the choice, such as the language of a local picker. */
  clearedBy?: string;
};

/** A closed picker and its modal (platform-services §4). */
export function PickerController({ picker, look, busy, queryKey, load, onBroken, clearedBy = '', ...p }: Props) {
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  const [early, setEarly] = useState(false);
  const [known, setKnown] = useState<Row[]>([]);
  const values = listOf(p.value);
  const all = [...known, ...(p.rows ?? [])];
  const chosen = picker ? rowsOf(values, all, picker.retField, picker.rowKey) : [];
  const texts = picker
    ? chosen.map((r) => String(fieldOf(r, picker.shown) ?? fieldOf(r, picker.retField) ?? ''))
    : values.map(String);

  const commit = (rows: Row[]) => {
    if (!picker) return;
    setKnown(rows);
    const given = rows.map((r) => fieldOf(r, picker.retField) as Value);
    p.onChange?.(picker.multiple ? (given.length > 0 ? given : undefined) : given[0], rows);
  };
  const clear = () => {
    setKnown([]);
    p.onChange?.(undefined, []);
  };

  // A change of the parameters clears the choice.
  const depends = `${JSON.stringify(p.params ?? {})} ${clearedBy}`;
  const before = useRef(depends);
  const has = values.length > 0;
  useEffect(() => {
    if (before.current === depends) return;
    before.current = depends;
    if (has && !p.disabled) clear();
  });

  const show = () => {
    setOpened(opened + 1);
    setOpen(true);
  };
  // A click before the definition has loaded opens the picker once it has, and is dropped when loading fails.
  useEffect(() => {
    if (!early || (busy && !picker)) return;
    setEarly(false);
    if (picker) show();
  });

  return (
    <>
      <PickerField
        id={p.id}
        texts={texts}
        placeholder={p.placeholder}
        label={p.label}
        disabled={p.disabled}
        busy={busy}
        onClear={clear}
        onOpen={() => {
          if (picker) show();
          else if (busy) setEarly(true);
          else onBroken();
        }}
      />
      {picker && opened > 0 && (
        <PickerModal
          key={opened}
          open={open}
          picker={picker}
          look={look}
          chosen={chosen}
          queryKey={[...queryKey, p.params ?? {}]}
          load={(query, signal) => load({ ...p.params, ...query }, signal)}
          onCancel={() => setOpen(false)}
          onOk={(rows) => {
            commit(rows);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
