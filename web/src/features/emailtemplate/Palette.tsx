import { useDraggable } from '@dnd-kit/core';
import { useTranslations } from 'next-intl';
import { Tooltip } from '@/ui/Tooltip';
import { BLOCK_TYPES, type BlockType } from './design';
import type { Dragged } from './dnd';
import css from './editor.module.css';
import { ICONS } from './icons';
import { useEditorApi } from './useEditor';

/** The blocks that can be added: dragged to a place, or pressed to come after the selected one. */
export function Palette({ narrow = false }: { narrow?: boolean }) {
  const t = useTranslations('emaileditor');
  return (
    <section className={css.palette} aria-label={t('palette')}>
      {BLOCK_TYPES.map((type) => (
        <PaletteItem key={type} type={type} id={`${narrow ? 'narrow' : 'new'} ${type}`} />
      ))}
    </section>
  );
}

function PaletteItem({ type, id }: { type: BlockType; id: string }) {
  const api = useEditorApi();
  const why = api.refused(type);
  const data: Dragged = { type };
  const { setNodeRef, listeners } = useDraggable({ id, data, disabled: why !== undefined });
  const button = (
    <button
      ref={setNodeRef}
      type="button"
      className={css.item}
      aria-disabled={why ? true : undefined}
      data-type={type}
      {...listeners}
      onClick={() => !why && api.add(type)}
    >
      <span className={css.itemIcon}>{ICONS[type]}</span>
      {api.nameOf(type)}
    </button>
  );
  return why ? <Tooltip title={why}>{button}</Tooltip> : button;
}
