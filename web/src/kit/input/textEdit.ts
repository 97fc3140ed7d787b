/** A text after an edit, and what is selected in it then. */
export type Edit = { text: string; from: number; to: number };

/** Puts a piece in the place of the selection, and the caret behind it. */
export function inserted(text: string, from: number, to: number, piece: string): Edit {
  const at = from + piece.length;
  return { text: text.slice(0, from) + piece + text.slice(to), from: at, to: at };
}

/**
 * Puts a mark before and behind the selection, without its outer blanks: WhatsApp shows `* a*` as it is written. A selection that has the
 * marks loses them.
 */
export function wrapped(text: string, from: number, to: number, mark: string): Edit {
  const chosen = text.slice(from, to);
  const start = from + (chosen.length - chosen.trimStart().length);
  const end = Math.max(start, from + chosen.trimEnd().length);
  const inner = text.slice(start, end);
  if (inner.length > 2 && inner.startsWith(mark) && inner.endsWith(mark)) {
    const bare = inner.slice(1, -1);
    return { text: text.slice(0, start) + bare + text.slice(end), from: start, to: start + bare.length };
  }
  if (text[start - 1] === mark && text[end] === mark) {
    return { text: text.slice(0, start - 1) + inner + text.slice(end + 1), from: start - 1, to: end - 1 };
  }
  return { text: `${text.slice(0, start)}${mark}${inner}${mark}${text.slice(end)}`, from: start + 1, to: end + 1 };
}
