import type { ReactNode } from 'react';

const MARKS = /(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|```[^`]+```|\{[\p{L}\p{N}_]{1,30}\}|https?:\/\/[^\s]+)/gu;

function piece(text: string, key: number): ReactNode {
  const inner = text.slice(1, -1);
  if (text.startsWith('*') && text.length > 2) return <b key={key}>{inner}</b>;
  if (text.startsWith('_') && text.length > 2) return <em key={key}>{inner}</em>;
  if (text.startsWith('~') && text.length > 2) return <s key={key}>{inner}</s>;
  if (text.startsWith('```')) return <code key={key}>{text.slice(3, -3)}</code>;
  if (text.startsWith('{')) return <mark key={key}>{text}</mark>;
  if (/^https?:/.test(text)) return <u key={key}>{text}</u>;
  return text;
}

/** WhatsApp's own marks (*bold*, _italic_, ~struck~, ```code```), and unfilled placeholders. */
export function marked(text: string): ReactNode[] {
  return text.split(MARKS).map(piece);
}
