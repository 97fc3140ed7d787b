import { Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { type Block, type Column, DESIGN_LIMITS } from './design';
import css from './fields.module.css';
import { Labelled } from './Labelled';
import { NumberOf } from './parts';
import { useEditorApi } from './useEditor';

const LEAST = 10;

/** Widths of so many equal columns. */
function equal(n: number): number[] {
  const width = Math.floor(100 / n);
  return Array.from({ length: n }, (_, i) => (i === n - 1 ? 100 - width * (n - 1) : width));
}

/** The columns of another number of columns: what the last ones held goes to the last one that stays. */
export function withCount(columns: Column[], n: number): Column[] {
  const gone = columns.slice(n).flatMap((c) => c.blocks);
  return equal(n).map((width, i) => {
    const blocks = columns[i]?.blocks ?? [];
    return { width, blocks: i === n - 1 ? [...blocks, ...gone] : blocks };
  });
}

/** The columns with one width changed: the others share the rest as they did. */
export function withWidth(columns: Column[], at: number, width: number): Column[] {
  const others = columns.filter((_, i) => i !== at);
  const rest = 100 - width;
  const total = others.reduce((sum, c) => sum + c.width, 0);
  let left = rest;
  let open = others.length;
  return columns.map((c, i) => {
    if (i === at) return { ...c, width };
    open -= 1;
    const fair = Math.round((c.width / total) * rest);
    const own = open === 0 ? left : Math.min(Math.max(fair, LEAST), left - LEAST * open);
    left -= own;
    return { ...c, width: own };
  });
}

/** How many columns, and how wide each is. */
export function ColumnsFields({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const columns = block.columns ?? [];
  const { least, most } = DESIGN_LIMITS.columns;
  const max = 100 - LEAST * (columns.length - 1);
  const counts = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return (
    <>
      <p className={css.note}>{t('columnsNote')}</p>
      <Labelled label={t('columnCount')}>
        <Segmented
          aria-label={t('columnCount')}
          value={columns.length}
          options={counts}
          onChange={(n) => api.edit(block.id, { columns: withCount(columns, Number(n)) })}
        />
      </Labelled>
      <div className={css.sides}>
        {columns.map((column, i) => (
          <NumberOf
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            key={i}
            label={t('columnWidth', { n: i + 1 })}
            value={column.width}
            min={LEAST}
            max={max}
            onChange={(width) => api.edit(block.id, { columns: withWidth(columns, i, width) })}
          />
        ))}
      </div>
    </>
  );
}
