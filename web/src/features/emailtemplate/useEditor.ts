import { useTranslations } from 'next-intl';
import { createContext, type RefObject, use, useReducer, useRef, useState } from 'react';
import { type Block, type BlockType, DESIGN_LIMITS, newBlock } from './design';
import { type Action, type Email, type History, historyOf, reduce } from './history';
import { type Found, find, listAt, type Place, placeFor, refusalOf, stepFrom } from './tree';

export type EditorApi = {
  state: History;
  selected: Found | undefined;
  dispatch: (action: Action) => void;
  select: (id: string | null, focus?: boolean) => void;
  /** Adds a block in a place, or where the next one goes. */
  add: (type: BlockType, to?: Place) => void;
  edit: (id: string, change: Partial<Block>) => void;
  move: (id: string, to: Place) => void;
  step: (id: string, by: 1 | -1) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
  /** Why no block of the type can be added; undefined where one can. */
  refused: (type: BlockType) => string | undefined;
  nameOf: (type: BlockType) => string;
  /** The block that takes the focus when it is shown next. */
  wanted: RefObject<string | null>;
  /** Shows the fields of the selected block where they are not beside the email. */
  showFields: () => void;
  /** The last change in words, for screen readers. */
  said: string;
};

export const EditorContext = createContext<EditorApi | null>(null);

/** The editor around a component. */
export function useEditorApi(): EditorApi {
  const api = use(EditorContext);
  if (!api) throw new Error('no editor around');
  return api;
}

/** The state of an editor and what changes it. `onChange` is told every change of the content. */
export function useEditor(initial: () => Email, onChange: (email: Email) => void, showFields: () => void): EditorApi {
  const t = useTranslations('emaileditor');
  const [state, send] = useReducer(reduce, undefined, () => historyOf(initial()));
  const [said, say] = useState('');
  const wanted = useRef<string | null>(null);
  const { design } = state.now;
  const dispatch = (action: Action) => {
    const next = reduce(state, action);
    send(action);
    if (next.now !== state.now) onChange(next.now);
  };
  const nameOf = (type: BlockType) => t(`block.${type}`);
  const tell = (key: 'added' | 'moved' | 'copied' | 'removed', block: Block) =>
    say(t(key, { block: nameOf(block.type) }));
  /** Acts on a block; what is selected then takes the focus. */
  const act = (action: Action, key: Parameters<typeof tell>[0], block: Block) => {
    wanted.current = reduce(state, action).selected;
    dispatch(action);
    tell(key, block);
  };
  const refused = (type: BlockType) => {
    if (placeFor(design, type, state.selected)) return undefined;
    return type === 'container' ? t('fullContainers', { n: DESIGN_LIMITS.containers }) : t('noContainer');
  };
  const known = (id: string, run: (found: Found) => void) => {
    const found = find(design, id);
    if (found) run(found);
  };
  return {
    state,
    selected: find(design, state.selected),
    dispatch,
    select: (id, focus = false) => {
      if (focus) wanted.current = id;
      dispatch({ do: 'select', id });
    },
    add: (type, to = placeFor(design, type, state.selected)) => {
      if (!to || refusalOf(design, type, to)) return;
      const block = newBlock(type, { paragraph: t('newText'), button: t('newButton'), address: t('newAddress') });
      act({ do: 'insert', block, to }, 'added', block);
    },
    edit: (id, change) => dispatch({ do: 'update', id, change, time: Date.now() }),
    move: (id, to) => known(id, ({ block }) => act({ do: 'move', id, to }, 'moved', block)),
    step: (id, by) =>
      known(id, ({ block }) => {
        const to = stepFrom(design, id, by);
        if (to) act({ do: 'move', id, to }, 'moved', block);
      }),
    duplicate: (id) => known(id, ({ block }) => canCopy(state, block) && act({ do: 'duplicate', id }, 'copied', block)),
    remove: (id) => known(id, ({ block }) => act({ do: 'remove', id }, 'removed', block)),
    refused,
    nameOf,
    wanted,
    showFields,
    said,
  };
}

/** Whether there is space for a copy of a block. */
export const canCopy = (state: History, block: Block): boolean =>
  block.type !== 'container' || (listAt(state.now.design, { parent: null })?.length ?? 0) < DESIGN_LIMITS.containers;
