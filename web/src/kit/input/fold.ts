/** A text as searches compare it: composed (NFC) and case-folded, so that `café` is found in both Unicode forms and `ΟΔΟΣ` by `οδος`. */
export function fold(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Whether a text contains what is searched for. An empty search is contained in every text. */
export function contains(text: string, search: string): boolean {
  return fold(text).includes(fold(search.trim()));
}

type Searched = { search?: unknown; label?: unknown; value?: unknown };

/** The search of a select: by the option's `search` text, else by its label. */
export const searching = {
  filterOption: (typed: string, option?: Searched) =>
    contains(String(option?.search ?? option?.label ?? option?.value ?? ''), typed),
};
