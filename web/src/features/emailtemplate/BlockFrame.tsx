import { useDraggable } from '@dnd-kit/core';
import { useTranslations } from 'next-intl';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { BlockBar } from './BlockBar';
import { BlockView, type ListView } from './BlockView';
import css from './canvas.module.css';
import { alignOf, type Block, paddingOf } from './design';
import type { Dragged } from './dnd';
import { useEditorApi } from './useEditor';

const EDITABLE = 'input, textarea, [contenteditable="true"]';

/** What the keys do on a block that has the focus. */
function useKeys(block: Block) {
  const api = useEditorApi();
  return (e: KeyboardEvent<HTMLElement>) => {
    if (e.target !== e.currentTarget) return leaveText(e);
    const by = e.key === 'ArrowUp' ? -1 : e.key === 'ArrowDown' ? 1 : 0;
    if (by !== 0 && e.altKey) api.step(block.id, by);
    else if (by !== 0) focusBeside(e.currentTarget, by);
    else if (e.key === 'Delete' || e.key === 'Backspace') api.remove(block.id);
    else if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'd') api.duplicate(block.id);
    else if (e.key === 'F2' || e.key === ' ') e.currentTarget.querySelector<HTMLElement>(EDITABLE)?.focus();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
}

/** Escape leads from the text, or a button of the bar, back to the block. */
function leaveText(e: KeyboardEvent<HTMLElement>) {
  if (e.key !== 'Escape' || (e.target as HTMLElement).closest('[data-block]') !== e.currentTarget) return;
  e.stopPropagation();
  e.currentTarget.focus();
}

/** Gives the focus to the block above or below, in the order of the email. */
function focusBeside(from: HTMLElement, by: 1 | -1) {
  const all = [...(from.closest('[data-canvas]')?.querySelectorAll<HTMLElement>('[data-block]') ?? [])];
  all[all.indexOf(from) + by]?.focus();
}

/** A block of the email: selected by a press or the focus, dragged as a whole unless its text is edited. */
export function BlockFrame({ block, List }: { block: Block; List: ListView }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const selected = api.state.selected === block.id;
  const frame = useRef<HTMLElement>(null);
  const point = useRef<{ x: number; y: number } | null>(null);
  const data: Dragged = { type: block.type, block };
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: block.id, data });
  const keys = useKeys(block);
  const { wanted } = api;
  useLayoutEffect(() => {
    if (wanted.current !== block.id) return;
    wanted.current = null;
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'nearest' });
  });
  const press = (e: MouseEvent) => {
    e.stopPropagation();
    api.select(block.id);
  };
  // The focus selects before the click: where the press was is where the cursor goes.
  const aim = (e: PointerEvent) => {
    if (!selected) point.current = { x: e.clientX, y: e.clientY };
  };
  const p = paddingOf(block);
  const style: CSSProperties = {
    background: block.background || undefined,
    padding: `${p.top}px ${p.right}px ${p.bottom}px ${p.left}px`,
    textAlign: alignOf(block),
  };
  const writes = selected && (block.type === 'text' || block.type === 'footer');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is part of a form
    <div
      ref={(el) => {
        setNodeRef(el);
        frame.current = el;
      }}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard walks over the blocks
      tabIndex={0}
      aria-label={api.nameOf(block.type)}
      aria-current={selected ? true : undefined}
      className={css.frame}
      data-block={block.id}
      data-type={block.type}
      data-dragged={isDragging}
      style={style}
      {...(writes ? {} : listeners)}
      onPointerDownCapture={aim}
      onClick={press}
      onFocus={(e) => e.target === e.currentTarget && !selected && api.select(block.id)}
      onKeyDown={keys}
    >
      {block.condition && <span className={css.badge}>{t('onlyIf', { field: block.condition.field })}</span>}
      {selected && <BlockBar block={block} listeners={listeners} />}
      <BlockView {...{ block, selected, List }} at={point} />
    </div>
  );
}
