import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classOf, type SortOrder, styleOf, type TableColumn } from './column';
import css from './ui.module.css';

const NEXT = { none: 'ascend', ascend: 'descend', descend: null } as const;

type Props<T> = {
  column: TableColumn<T>;
  width: number | undefined;
  onChange?: (sorter: { columnKey: string; order: SortOrder }) => void;
  onResize?: (key: string, width: number | null) => void;
};

/** The heading of a column: sorts by a button, and is as wide as its separator says. */
export function ColumnHead<T>({ column: c, width, onChange, onResize }: Props<T>) {
  const handle = onResize && !c.fixed && (
    <Separator column={c.title} width={width} onResize={(w) => onResize(c.key, w)} />
  );
  // The name of the separator is not part of the column's.
  const label = handle ? c.title : undefined;
  const style = styleOf(c, width);
  if (!c.sorter)
    return (
      <th className={classOf(c)} scope="col" style={style} aria-label={label}>
        {c.title}
        {handle}
      </th>
    );
  const order = c.sortOrder ?? null;
  return (
    // The keys press the button within; its click arrives here.
    <th
      className={classOf(c, 'ant-table-column-has-sorters')}
      scope="col"
      style={style}
      aria-label={label}
      aria-sort={order ? `${order}ing` : 'none'}
      onClick={() => onChange?.({ columnKey: c.key, order: NEXT[order ?? 'none'] })}
    >
      <button type="button" className={`ant-table-column-sorters ${css.sorter}`}>
        <span className="ant-table-column-title">{c.title}</span>
        <span className="ant-table-column-sorter ant-table-column-sorter-full">
          <span className="ant-table-column-sorter-inner" aria-hidden="true">
            <CaretUpOutlined className={`ant-table-column-sorter-up ${order === 'ascend' ? 'active' : ''}`} />
            <CaretDownOutlined className={`ant-table-column-sorter-down ${order === 'descend' ? 'active' : ''}`} />
          </span>
        </span>
      </button>
      {handle}
    </th>
  );
}

/** Narrowest and widest column in pixels, and the step of a key. */
const [LEAST, MOST, STEP] = [48, 800, 16];

type SeparatorProps = { column: string; width: number | undefined; onResize: (width: number | null) => void };

/** The edge of a column: dragged by the pointer, moved by the arrow keys; a double click or Delete fits the content. */
function Separator({ column, width, onResize }: SeparatorProps) {
  const t = useTranslations('table');
  const from = useRef<{ x: number; width: number }>(undefined);
  const widthOf = (el: Element) => Math.round(el.closest('th')?.offsetWidth ?? 0);
  const set = (to: number) => onResize(Math.min(MOST, Math.max(LEAST, Math.round(to))));
  const key = (e: KeyboardEvent<HTMLElement>) => {
    const now = width ?? widthOf(e.currentTarget);
    const to = { ArrowLeft: now - STEP, ArrowRight: now + STEP, Home: LEAST, End: MOST }[e.key];
    if (to === undefined && e.key !== 'Delete') return;
    e.preventDefault();
    if (to === undefined) onResize(null);
    else set(to);
  };
  const grab = (e: PointerEvent<HTMLElement>) => {
    if (e.button !== 0) return;
    e.currentTarget.setPointerCapture(e.pointerId);
    from.current = { x: e.clientX, width: widthOf(e.currentTarget) };
  };
  const move = (e: PointerEvent) => from.current && set(from.current.width + e.clientX - from.current.x);
  const drop = () => {
    from.current = undefined;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule has no value that keys change
    <span
      role="separator"
      tabIndex={0}
      className={css.edge}
      aria-orientation="vertical"
      aria-label={t('resize', { column })}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width ?? LEAST}
      onFocus={(e) =>
        width === undefined && e.currentTarget.setAttribute('aria-valuenow', `${widthOf(e.currentTarget)}`)
      }
      onKeyDown={key}
      onPointerDown={grab}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
      onClick={(e) => e.stopPropagation()}
      onDoubleClick={() => onResize(null)}
    />
  );
}
