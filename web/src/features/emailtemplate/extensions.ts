import TextAlign from '@tiptap/extension-text-align';
import { BackgroundColor, Color, FontSize, TextStyle } from '@tiptap/extension-text-style';
import { Extension } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';

/** Elements of a fragment besides span, each of which may have styles of its own. */
const STYLED = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'bold',
  'italic',
  'underline',
  'strike',
  'link',
];
const STYLES = { ownColor: 'color', ownSize: 'font-size', ownBackground: 'background-color' };

/** Keeps the styles of elements that the tools give to spans alone. */
const ElementStyles = Extension.create({
  name: 'elementStyles',
  addGlobalAttributes() {
    const attributes = Object.entries(STYLES).map(([name, property]) => [
      name,
      {
        default: null,
        parseHTML: (element: HTMLElement) => element.style.getPropertyValue(property) || null,
        renderHTML: (given: Record<string, string | null>) =>
          given[name] ? { style: `${property}: ${given[name]}` } : {},
      },
    ]);
    return [{ types: STYLED, attributes: Object.fromEntries(attributes) }];
  },
});

/** What a text block may have (pkg/campaign/emaildesign): an editor of it loses nothing and adds nothing else. */
export const EXTENSIONS = [
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
  BackgroundColor,
  FontSize,
  ElementStyles,
];
