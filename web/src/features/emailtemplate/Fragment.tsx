import DOMPurify from 'dompurify';
import css from './canvas.module.css';

/** The elements and attributes of a text block (pkg/campaign/emaildesign). */
const TAGS = ['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'li', 'a', 'strong', 'em', 'u', 's', 'span', 'br'];
const STYLES = ['color', 'background-color', 'font-size', 'text-align'];

/** Only the styles of a text stay. */
function keepStyles(node: Element) {
  if (!(node instanceof HTMLElement) || !node.hasAttribute('style')) return;
  const kept = STYLES.map((name) => [name, node.style.getPropertyValue(name)] as const).filter(([, value]) => value);
  node.removeAttribute('style');
  for (const [name, value] of kept) node.style.setProperty(name, value);
}

/** A fragment with nothing in it that a text block may not have. */
export function cleanFragment(html: string): string {
  DOMPurify.addHook('afterSanitizeAttributes', keepStyles);
  try {
    return DOMPurify.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ['style'] });
  } finally {
    DOMPurify.removeHook('afterSanitizeAttributes');
  }
}

/** A text of the email. Its links lead nowhere: the email is being written. */
export function Fragment({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned in the line itself
  return <div className={css.rich} dangerouslySetInnerHTML={{ __html: cleanFragment(html) }} />;
}
