/** Where a contact leads: an https address, an email address or a telephone number; nothing for any other text. */
export function contactLink(text: string): string | undefined {
  const contact = text.trim();
  if (/^https:\/\/[^\s/]+\S*$/i.test(contact)) return contact;
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(contact)) return `mailto:${contact}`;
  const digits = contact.replace(/[\s().-]/g, '');
  return /^\+?\d{5,15}$/.test(digits) ? `tel:${digits}` : undefined;
}
