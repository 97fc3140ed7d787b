import DOMPurify from 'dompurify';
import css from './html.module.css';

/** Links leave the console in a tab of their own and learn nothing of it. */
function outside(node: Element) {
  if (node.tagName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
}

/** Texts, lists, tables, pictures and links; no scripts, forms, frames, styles or handlers. */
export function clean(html: string): string {
  DOMPurify.addHook('afterSanitizeAttributes', outside);
  try {
    return DOMPurify.sanitize(html, {
      USE_PROFILES: { html: true },
      FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'iframe', 'video', 'audio', 'dialog'],
      FORBID_ATTR: ['style', 'class', 'id', 'name'],
      ALLOWED_URI_REGEXP:
        /^(?:https?:\/\/[^/\\@?#]+(?:[/?#]|$)|mailto:|tel:|\/(?![/\\])|#|data:image\/(?:png|jpe?g|gif|webp);)/i,
    });
  } finally {
    DOMPurify.removeHook('afterSanitizeAttributes');
  }
}

export default function Clean({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned in the line itself
  return <div className={css.html} dangerouslySetInnerHTML={{ __html: clean(html) }} />;
}
