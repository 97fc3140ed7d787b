import Image from '@tiptap/extension-image';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import css from './editor.module.css';
import { Toolbar } from './Toolbar';

type Props = { lang: string; label: string; value: string; onChange: (html: string) => void };

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto', 'tel'] },
  }),
  Image,
];

/** Writes the HTML that the server allows: texts, lists, quotes, links and pictures. */
export default function Editor({ lang, label, value, onChange }: Props) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    immediatelyRender: false,
    editorProps: {
      attributes: { class: css.text ?? '', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang },
    },
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
  });
  if (!editor) return null;
  return (
    <div className={css.editor}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
