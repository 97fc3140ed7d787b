/** Characters with simpler replacements: quotation marks, dashes, bullets, and blanks of other widths. */
const SIMPLE: [RegExp, string][] = [
  [/\r\n?|[\u0085\u2028\u2029\v]/g, '\n'],
  [/[\t\p{Zs}]/gu, ' '],
  [/[\u00ab\u00bb\u201c-\u201f\u2033\uff02]/g, '"'],
  [/[\u2018-\u201b\u2032\u00b4\u02bc\uff07]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u2022\u25cf\u00b7]/g, '*'],
  // Not the joiners of scripts and emoji.
  [/(?![\u200c\u200d])\p{Cf}/gu, ''],
];

/** A text with simple characters, composed: it needs the fewest parts, and says the same. */
export function simple(text: string): string {
  return SIMPLE.reduce((t, [what, by]) => t.replace(what, by), text).normalize('NFC');
}
