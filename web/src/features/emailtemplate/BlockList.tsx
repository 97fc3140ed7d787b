import { useDndContext, useDroppable } from '@dnd-kit/core';
import { Fragment } from 'react';
import { BlockFrame } from './BlockFrame';
import css from './canvas.module.css';
import type { Block } from './design';
import { type Dragged, gapId } from './dnd';
import { type ListRef, type Place, refusalOf } from './tree';
import { useEditorApi } from './useEditor';

/** The blocks of a list, with a gap before, between and after them where one can be dropped. */
export function BlockList({ blocks, list, empty }: { blocks: Block[]; list: ListRef; empty: string }) {
  if (blocks.length === 0) return <Gap to={{ ...list, index: 0 }} text={empty} />;
  return (
    <>
      {blocks.map((block, index) => (
        <Fragment key={block.id}>
          <Gap to={{ ...list, index }} />
          <BlockFrame block={block} List={BlockList} />
        </Fragment>
      ))}
      <Gap to={{ ...list, index: blocks.length }} />
    </>
  );
}

/** A place to drop a block; an empty list is one place. */
function Gap({ to, text }: { to: Place; text?: string }) {
  const { state } = useEditorApi();
  const { active } = useDndContext();
  const dragged = active?.data.current as Dragged | undefined;
  const disabled = !dragged || refusalOf(state.now.design, dragged.type, to, dragged.block) !== undefined;
  const { setNodeRef, isOver } = useDroppable({ id: gapId(to), data: to, disabled });
  return (
    <div ref={setNodeRef} className={text ? css.empty : css.gap} data-over={isOver} data-open={!disabled}>
      {text}
    </div>
  );
}
