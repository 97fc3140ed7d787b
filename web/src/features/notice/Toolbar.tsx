import {
  BoldOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { type Editor, useEditorState } from '@tiptap/react';
import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { isEnter } from '@/lib/input/keys';
import { Popover } from '@/ui/Popover';
import css from './editor.module.css';

type Tool = { key: string; icon: ReactNode; on?: boolean; off?: boolean; act: () => void };

/** Formatting buttons for the selected text. */
export function Toolbar({ editor }: { editor: Editor }) {
  const t = useTranslations('notice.editor');
  const is = useEditorState({
    editor,
    selector: ({ editor: e }) => ({
      bold: e.isActive('bold'),
      italic: e.isActive('italic'),
      underline: e.isActive('underline'),
      strike: e.isActive('strike'),
      h2: e.isActive('heading', { level: 2 }),
      h3: e.isActive('heading', { level: 3 }),
      bullets: e.isActive('bulletList'),
      numbers: e.isActive('orderedList'),
      quote: e.isActive('blockquote'),
      link: (e.getAttributes('link').href as string | undefined) ?? '',
      undo: e.can().undo(),
      redo: e.can().redo(),
    }),
  });
  const run = () => editor.chain().focus();
  const tools: Tool[] = [
    { key: 'bold', icon: <BoldOutlined />, on: is.bold, act: () => run().toggleBold().run() },
    { key: 'italic', icon: <ItalicOutlined />, on: is.italic, act: () => run().toggleItalic().run() },
    { key: 'underline', icon: <UnderlineOutlined />, on: is.underline, act: () => run().toggleUnderline().run() },
    { key: 'strike', icon: <StrikethroughOutlined />, on: is.strike, act: () => run().toggleStrike().run() },
    { key: 'h2', icon: 'H1', on: is.h2, act: () => run().toggleHeading({ level: 2 }).run() },
    { key: 'h3', icon: 'H2', on: is.h3, act: () => run().toggleHeading({ level: 3 }).run() },
    { key: 'bullets', icon: <UnorderedListOutlined />, on: is.bullets, act: () => run().toggleBulletList().run() },
    { key: 'numbers', icon: <OrderedListOutlined />, on: is.numbers, act: () => run().toggleOrderedList().run() },
    { key: 'quote', icon: '❝', on: is.quote, act: () => run().toggleBlockquote().run() },
    { key: 'line', icon: <LineOutlined />, act: () => run().setHorizontalRule().run() },
    { key: 'undo', icon: <UndoOutlined />, off: !is.undo, act: () => run().undo().run() },
    { key: 'redo', icon: <RedoOutlined />, off: !is.redo, act: () => run().redo().run() },
  ];
  const link = (url: string) =>
    url ? run().extendMarkRange('link').setLink({ href: url }).run() : run().extendMarkRange('link').unsetLink().run();
  return (
    <div className={css.bar} role="toolbar" aria-label={t('tools')}>
      {tools.map((tool) => (
        <Button
          key={tool.key}
          type="text"
          size="small"
          className={css.tool}
          aria-label={t(tool.key as 'bold')}
          title={t(tool.key as 'bold')}
          aria-pressed={tool.on}
          disabled={tool.off}
          icon={tool.icon}
          onClick={tool.act}
        />
      ))}
      <Address
        label={t('link')}
        icon={<LinkOutlined />}
        on={is.link !== ''}
        given={is.link}
        hint="https://"
        onGive={link}
      />
      <Address
        label={t('picture')}
        icon={<PictureOutlined />}
        given=""
        hint="https://"
        note={t('pictureNote')}
        only={/^https:\/\/|^\/(?!\/)/}
        onGive={(src) => src && run().setImage({ src, alt: '' }).run()}
      />
    </div>
  );
}

type AddressProps = {
  label: string;
  icon: ReactNode;
  on?: boolean;
  given: string;
  hint: string;
  note?: string;
  only?: RegExp;
  onGive: (url: string) => void;
};

/** A tool that asks for an address. */
function Address({ label, icon, on, given, hint, note, only, onGive }: AddressProps) {
  const t = useTranslations('notice.editor');
  const [open, setOpen] = useState(false);
  const [url, setUrl] = useState('');
  const wrong = Boolean(url) && Boolean(only) && !only?.test(url);
  const give = () => {
    if (wrong) return;
    onGive(url.trim());
    setOpen(false);
  };
  const body = (
    <div className={css.address}>
      <Input
        aria-label={label}
        placeholder={hint}
        value={url}
        status={wrong ? 'error' : undefined}
        onChange={(e) => setUrl(e.target.value)}
        onPressEnter={(e) => {
          e.preventDefault();
          if (isEnter(e)) give();
        }}
      />
      <Button type="primary" disabled={wrong} onClick={give}>
        {t('take')}
      </Button>
      {note && <div className={css.note}>{note}</div>}
    </div>
  );
  const change = (next: boolean) => {
    if (next) setUrl(given);
    setOpen(next);
  };
  return (
    <Popover open={open} onOpenChange={change} placement="bottomLeft" content={body} title={label}>
      <Button
        type="text"
        size="small"
        className={css.tool}
        aria-label={label}
        title={label}
        aria-pressed={on}
        icon={icon}
      />
    </Popover>
  );
}
