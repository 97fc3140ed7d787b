const PLACEHOLDER = /\{([\p{L}\p{N}_]{1,30})\}/gu;

/** Names of the {placeholders} of texts, in the order of their first use. */
export function namesIn(...texts: (string | undefined)[]): string[] {
  const names = texts.flatMap((t) => Array.from((t ?? '').matchAll(PLACEHOLDER), (hit) => hit[1] as string));
  return [...new Set(names)];
}

/** The addresses of a template's buttons, which may end in a placeholder. */
export function addressesOf(buttons: { type?: string; url?: string }[] | null | undefined): string[] {
  return (buttons ?? []).flatMap((b) => (b?.type === 'url' && b.url ? [b.url] : []));
}

/** A text with its placeholders filled; unfilled ones stay. */
export function filled(text: string | undefined, contents: { name: string; content?: string }[]): string {
  return contents.reduce((all, p) => (p.content ? all.replaceAll(`{${p.name}}`, p.content) : all), text ?? '');
}
