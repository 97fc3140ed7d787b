import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  HolderOutlined,
  PlusOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import type { useDraggable } from '@dnd-kit/core';
import { useTranslations } from 'next-intl';
import type { MouseEvent, ReactNode } from 'react';
import { Dropdown } from '@/ui/Dropdown';
import css from './canvas.module.css';
import { BLOCK_TYPES, type Block, type BlockType } from './design';
import { ICONS } from './icons';
import { type Place, placeFor, refusalOf, stepFrom } from './tree';
import { canCopy, type EditorApi, useEditorApi } from './useEditor';

type Props = { block: Block; listeners: ReturnType<typeof useDraggable>['listeners'] };

/** What can be done with the selected block. */
export function BlockBar({ block, listeners }: Props) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const { design } = api.state.now;
  const stay = (e: MouseEvent) => e.stopPropagation();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the bar is not one on the block below
    <div
      role="toolbar"
      aria-label={t('blockTools', { block: api.nameOf(block.type) })}
      className={css.bar}
      onClick={stay}
    >
      <span className={css.name} aria-hidden="true">
        {api.nameOf(block.type)}
      </span>
      <span className={css.handle} title={t('drag')} {...listeners}>
        <HolderOutlined />
      </span>
      <Tool label={t('up')} off={!stepFrom(design, block.id, -1)} onAct={() => api.step(block.id, -1)}>
        <ArrowUpOutlined />
      </Tool>
      <Tool label={t('down')} off={!stepFrom(design, block.id, 1)} onAct={() => api.step(block.id, 1)}>
        <ArrowDownOutlined />
      </Tool>
      <Tool label={t('duplicate')} off={!canCopy(api.state, block)} onAct={() => api.duplicate(block.id)}>
        <CopyOutlined />
      </Tool>
      <Tool label={t('remove')} onAct={() => api.remove(block.id)}>
        <DeleteOutlined />
      </Tool>
      <AddAfter block={block} />
      <span className={css.onlyNarrow}>
        <Tool label={t('properties')} onAct={api.showFields}>
          <SettingOutlined />
        </Tool>
      </span>
    </div>
  );
}

type ToolProps = { label: string; off?: boolean; onAct: () => void; children: ReactNode };

function Tool({ label, off = false, onAct, children }: ToolProps) {
  return (
    <button type="button" className={css.tool} aria-label={label} title={label} disabled={off} onClick={onAct}>
      {children}
    </button>
  );
}

/** The types that can stand after a block, or in it where it is empty, with the place of each. */
function choicesOf(api: EditorApi, block: Block): { type: BlockType; to: Place }[] {
  const { design } = api.state.now;
  return BLOCK_TYPES.flatMap((type) => {
    const to = placeFor(design, type, block.id);
    return to && !refusalOf(design, type, to) ? [{ type, to }] : [];
  });
}

/** Adds a block after this one. */
function AddAfter({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const items = choicesOf(api, block).map(({ type, to }) => ({
    key: type,
    label: api.nameOf(type),
    icon: ICONS[type],
    onClick: () => api.add(type, to),
  }));
  return (
    <Dropdown menu={{ items }} placement="bottomRight">
      <button type="button" className={css.tool} aria-label={t('addAfter')} title={t('addAfter')}>
        <PlusOutlined />
      </button>
    </Dropdown>
  );
}
