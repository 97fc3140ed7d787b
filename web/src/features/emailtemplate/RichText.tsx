import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type KeyboardEvent, type RefObject, type SyntheticEvent, use, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import css from './canvas.module.css';
import { EXTENSIONS } from './extensions';
import { TextToolbar } from './TextToolbar';
import { ToolsSlot } from './Tools';

type Props = {
  label: string;
  value: string;
  /** Where the text was pressed: the cursor goes there. */
  at: RefObject<{ x: number; y: number } | null>;
  onChange: (html: string) => void;
};

const stop = (e: SyntheticEvent) => e.stopPropagation();
const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML());

/** A text that is edited in its place, with its tools above the email. */
export function RichText({ label, value, at, onChange }: Props) {
  // What the editor has: a value that differs from it comes from outside.
  const own = useRef(value);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    immediatelyRender: true, // the page is never rendered on a server
    editorProps: {
      attributes: { class: css.rich ?? '', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    },
    onUpdate: ({ editor }) => {
      own.current = htmlOf(editor);
      onChange(own.current);
    },
  });
  // The cursor goes where the text was pressed.
  useLayoutEffect(() => {
    const point = at.current;
    at.current = null;
    if (!point) return;
    const place = editor.view.posAtCoords({ left: point.x, top: point.y });
    if (place) editor.commands.focus(place.pos, { scrollIntoView: false });
  }, [editor, at]);
  // Undo and redo change the text from outside.
  useLayoutEffect(() => {
    if (value === own.current) return;
    own.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  const slot = use(ToolsSlot);
  const keys = (e: KeyboardEvent) => {
    if (e.key === 'F10' && e.altKey) slot?.querySelector<HTMLElement>('select, button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what holds the block is not dragged by its text
    <div onMouseDown={stop} onTouchStart={stop} onKeyDown={keys}>
      {slot && createPortal(<TextToolbar editor={editor} />, slot)}
      <EditorContent editor={editor} />
    </div>
  );
}
