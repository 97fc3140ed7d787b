import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { type Editor, useEditorState } from '@tiptap/react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import css from './canvas.module.css';
import { InsertPlaceholder } from './InsertPlaceholder';
import { LinkTool } from './LinkTool';

type Tool = {
  key:
    | 'bold'
    | 'italic'
    | 'underline'
    | 'strike'
    | 'bullets'
    | 'numbers'
    | 'alignLeft'
    | 'alignCenter'
    | 'alignRight'
    | 'clear';
  icon: ReactNode;
  on?: boolean;
  act: () => void;
};

const SIZES = [12, 14, 16, 18, 20, 24, 28, 32];

/** What the cursor of an editor stands in. */
function useMarks(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: e }) => ({
      bold: e.isActive('bold'),
      italic: e.isActive('italic'),
      underline: e.isActive('underline'),
      strike: e.isActive('strike'),
      bullets: e.isActive('bulletList'),
      numbers: e.isActive('orderedList'),
      block: ([1, 2, 3] as const).find((level) => e.isActive('heading', { level })) ?? 0,
      align: ['center', 'right'].find((textAlign) => e.isActive({ textAlign })) ?? 'left',
      color: (e.getAttributes('textStyle').color as string | undefined) ?? '',
      size: Number.parseInt((e.getAttributes('textStyle').fontSize as string | undefined) ?? '', 10) || 0,
      link: (e.getAttributes('link').href as string | undefined) ?? '',
    }),
  });
}

/** Formatting of the selected text. */
export function TextToolbar({ editor }: { editor: Editor }) {
  const t = useTranslations('emaileditor.format');
  const is = useMarks(editor);
  const run = () => editor.chain().focus(null, { scrollIntoView: false });
  const align = (to: 'left' | 'center' | 'right') => () => run().setTextAlign(to).run();
  const tools: Tool[] = [
    { key: 'bold', icon: <BoldOutlined />, on: is.bold, act: () => run().toggleBold().run() },
    { key: 'italic', icon: <ItalicOutlined />, on: is.italic, act: () => run().toggleItalic().run() },
    { key: 'underline', icon: <UnderlineOutlined />, on: is.underline, act: () => run().toggleUnderline().run() },
    { key: 'strike', icon: <StrikethroughOutlined />, on: is.strike, act: () => run().toggleStrike().run() },
    { key: 'bullets', icon: <UnorderedListOutlined />, on: is.bullets, act: () => run().toggleBulletList().run() },
    { key: 'numbers', icon: <OrderedListOutlined />, on: is.numbers, act: () => run().toggleOrderedList().run() },
    { key: 'alignLeft', icon: <AlignLeftOutlined />, on: is.align === 'left', act: align('left') },
    { key: 'alignCenter', icon: <AlignCenterOutlined />, on: is.align === 'center', act: align('center') },
    { key: 'alignRight', icon: <AlignRightOutlined />, on: is.align === 'right', act: align('right') },
    { key: 'clear', icon: <ClearOutlined />, act: () => run().unsetAllMarks().run() },
  ];
  const block = (level: number) =>
    level === 0
      ? run().setParagraph().run()
      : run()
          .setHeading({ level: level as 1 | 2 | 3 })
          .run();
  const size = (px: number) => (px === 0 ? run().unsetFontSize().run() : run().setFontSize(`${px}px`).run());
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the tools is not one on the block
    <div role="toolbar" aria-label={t('tools')} className={css.format} onClick={(e) => e.stopPropagation()}>
      <select aria-label={t('style')} value={is.block} onChange={(e) => block(Number(e.target.value))}>
        {[0, 1, 2, 3].map((level) => (
          <option key={level} value={level}>
            {t(level === 0 ? 'paragraph' : `h${level as 1 | 2 | 3}`)}
          </option>
        ))}
      </select>
      <select aria-label={t('size')} value={is.size} onChange={(e) => size(Number(e.target.value))}>
        <option value={0}>{t('sizeDefault')}</option>
        {[...new Set([...SIZES, is.size])].filter(Boolean).map((px) => (
          <option key={px} value={px}>
            {px}
          </option>
        ))}
      </select>
      {tools.map((tool) => (
        <button
          key={tool.key}
          type="button"
          className={css.tool}
          aria-label={t(tool.key)}
          title={t(tool.key)}
          aria-pressed={tool.on}
          onMouseDown={(e) => e.preventDefault()}
          onClick={tool.act}
        >
          {tool.icon}
        </button>
      ))}
      <input
        type="color"
        className={css.color}
        aria-label={t('color')}
        title={t('color')}
        value={is.color || '#000000'}
        onChange={(e) => run().setColor(e.target.value).run()}
      />
      <LinkTool
        value={is.link}
        onChange={(href) =>
          href ? run().extendMarkRange('link').setLink({ href }).run() : run().extendMarkRange('link').unsetLink().run()
        }
      />
      <InsertPlaceholder onInsert={(text) => run().insertContent({ type: 'text', text }).run()} />
    </div>
  );
}
