/** A text as searches compare it: composed (NFC) and case-folded, so that `café` is found in both Unicode forms and `ΟΔΟΣ` by `οδος`. */
export function fold(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** Whether a text contains what is searched for. An empty search is contained in every text. */
export function contains(text: string, search: string): boolean {
  return fold(text).includes(fold(search.trim()));
}

type Searched = { search?: unknown; label?: unknown; value?: unknown; callingCode?: unknown };

const textOf = (option?: Searched) => String(option?.search ?? option?.label ?? option?.value ?? '');

/**
 * Returns how well an option matches a search: best by its code, then by the beginning of its text, then by any part.
 */
function rankOf(option: Searched, typed: string): number {
  const wanted = fold(typed.trim());
  const codes = [option.value, option.callingCode, `+${option.callingCode}`].map((code) => fold(String(code)));
  if (codes.includes(wanted)) return 0;
  return fold(textOf(option)).startsWith(wanted) ? 1 : 2;
}

/** The search of a select: by the option's `search` text, else by its label. Enter takes the best answer, which stands first. */
export const searching = {
  filterOption: (typed: string, option?: Searched) => contains(textOf(option), typed),
  filterSort: (a: Searched, b: Searched, { searchValue }: { searchValue: string }) =>
    searchValue.trim() === '' ? 0 : rankOf(a, searchValue) - rankOf(b, searchValue),
};
