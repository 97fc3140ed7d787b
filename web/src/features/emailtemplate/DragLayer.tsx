import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MeasuringStrategy,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Dragged, nearestGap } from './dnd';
import css from './editor.module.css';
import { ICONS } from './icons';
import type { Place } from './tree';
import { useEditorApi } from './useEditor';

/** Blocks can be dragged within it. A short press on a touch screen scrolls, a longer one drags. */
export function DragLayer({ children }: { children: ReactNode }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );
  const name = (data: unknown) => api.nameOf((data as Dragged).type);
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    const to = over?.data.current as Place | undefined;
    const { type, block } = active.data.current as Dragged;
    if (!to) return;
    if (block) api.move(block.id, to);
    else api.add(type, to);
  };
  const said = (key: 'dragStart' | 'dragEnd' | 'dragCancel') => (event: { active: { data: { current?: unknown } } }) =>
    t(key, { block: name(event.active.data.current) });
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestGap}
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      accessibility={{
        screenReaderInstructions: { draggable: t('dragHint') },
        announcements: {
          onDragStart: said('dragStart'),
          onDragOver: () => undefined,
          onDragEnd: said('dragEnd'),
          onDragCancel: said('dragCancel'),
        },
      }}
      onDragStart={({ active }) => setDragged(active.data.current as Dragged)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <div className={css.layer} data-dragging={dragged !== null}>
        {children}
      </div>
      {createPortal(
        <DragOverlay dropAnimation={null} className={css.overlay}>
          {dragged && (
            <div className={css.chip}>
              {ICONS[dragged.type]} {api.nameOf(dragged.type)}
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}
