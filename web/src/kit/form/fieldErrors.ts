import type { FormInstance } from 'antd';
import { isApiError } from '@/lib/api/error';
import { showError } from '@/lib/notifier';

/** The server's `list[0].field` as a form names it. */
function pathOf(field: string): (string | number)[] {
  return field
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Brings a field into sight, of forms that show a part of themselves. */
const leads = new WeakMap<object, (field: string) => void>();

/** A form that shows one part at a time learns which field was refused before it is scrolled to. */
export function leadOf(form: FormInstance<never>, lead: (field: string) => void): () => void {
  leads.set(form, lead);
  return () => void leads.delete(form);
}

/** Brings the first field into sight that antd found wrong. */
export function leadToWrong(form: FormInstance, e: unknown) {
  const field = (e as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0]?.name[0];
  if (field !== undefined) leads.get(form)?.(String(field));
}

/** Shows the server's refusal at the fields that it names, and anything else as a message. */
export function showErrors(form: FormInstance, error: unknown) {
  const named = isApiError(error) ? error.errors : [];
  const known = named
    .map((e) => ({ name: pathOf(e.field), errors: [e.message] }))
    .filter((f) => form.getFieldInstance(f.name) !== undefined);
  if (known.length === 0) {
    showError(error);
    return;
  }
  form.setFields(known as Parameters<typeof form.setFields>[0]);
  leads.get(form)?.(String(known[0]?.name[0]));
  form.scrollToField(known[0]?.name ?? [], { block: 'center' });
  if (known.length < named.length) showError(error);
}
