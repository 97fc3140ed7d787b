/** Marks items that a search of the server found: they fit already. */
export const FOUND = 'found:';

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/**
 * Returns how well an item fits a text: 0 is not at all, 1 is best. Each word of the text is in the item's words, with or without its
 * accents; the beginning of a word counts more than its middle, and the item's own name more than what it is part of.
 */
export function fits(value: string, text: string, words: readonly string[] = []): number {
  if (value.startsWith(FOUND)) return 0.5;
  const [name = '', ...others] = words.map(fold);
  const all = [name, ...others].join(' ');
  let worst = 1;
  for (const word of fold(text).split(/\s+/).filter(Boolean)) {
    const at = all.indexOf(word);
    if (at < 0) return 0;
    const starts = at === 0 || all[at - 1] === ' ' || all.includes(` ${word}`);
    worst = Math.min(worst, name.startsWith(word) ? 1 : (name.includes(word) ? 0.9 : 0.4) - (starts ? 0 : 0.2));
  }
  return worst;
}
