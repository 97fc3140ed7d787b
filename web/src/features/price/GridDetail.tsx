import { UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import type { Cell, Place } from './grid';
import css from './grid.module.css';
import { type OwnSource, useOrigin } from './origin';
import type { useGridEdit } from './useGridEdit';

type Props = {
  edit: ReturnType<typeof useGridEdit>;
  source: OwnSource;
  editable: boolean;
  /** The cell that has the focus, or had it last. */
  cell: Cell | undefined;
  label: string | undefined;
  labelOf: (p: Place) => string;
  onRemove: () => void;
};

/** Above the grid: the price of the current cell with its reason, and the last change with its undo. */
export function GridDetail({ edit, source, editable, cell, label, labelOf, onRemove }: Props) {
  const t = useTranslations('price');
  const f = useFormat();
  const origin = useOrigin(source);
  const say = (of: Cell['applies']) => (of.price === null ? '–' : f.credit(of.price));
  const { last, told, undo, busy } = edit;
  return (
    <div className={css.detail}>
      <p>
        {cell ? (
          <>
            {label}: <b>{say(cell.applies)}</b> ({origin(cell.applies, cell.countryCode)})
            {cell.least !== null && cell.applies.price !== null && (
              <span className={css.margin}>
                {t('grid.margin', { cost: f.credit(cell.least), margin: f.credit(cell.applies.price - cell.least) })}
              </span>
            )}
          </>
        ) : (
          t(editable ? 'grid.note' : 'grid.noteRead')
        )}
        {cell && cell.own !== null && editable && (
          <Button type="link" size="small" disabled={busy !== undefined} onClick={onRemove}>
            {t('grid.remove', { price: say(cell.inherited), why: origin(cell.inherited, cell.countryCode) })}
          </Button>
        )}
      </p>
      <p role="status" className={css.last}>
        {last && (
          <>
            {t('grid.last', { cell: labelOf(last), change: told ?? '' })}
            <Button size="small" icon={<UndoOutlined />} disabled={busy !== undefined} onClick={undo}>
              {t('grid.undo')}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}
