import TextAlign from '@tiptap/extension-text-align';
import { Color, FontSize, TextStyle } from '@tiptap/extension-text-style';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type KeyboardEvent, type RefObject, type SyntheticEvent, use, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import css from './canvas.module.css';
import { TextToolbar } from './TextToolbar';
import { ToolsSlot } from './Tools';

type Props = {
  label: string;
  value: string;
  /** Where the text was pressed: the cursor goes there. */
  at: RefObject<{ x: number; y: number } | null>;
  onChange: (html: string) => void;
};

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    undoRedo: false, // the editor around it undoes
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['http', 'https', 'mailto', 'tel'],
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  TextStyle,
  Color,
  FontSize,
];

const stop = (e: SyntheticEvent) => e.stopPropagation();
const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML());

/** A text that is edited in its place, with its tools above the email. */
export function RichText({ label, value, at, onChange }: Props) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    editorProps: {
      attributes: { class: css.rich ?? '', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    },
    onUpdate: ({ editor }) => onChange(htmlOf(editor)),
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
    if (value !== htmlOf(editor)) editor.commands.setContent(value, { emitUpdate: false });
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
