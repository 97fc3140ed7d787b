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

type Lead = (field: string) => void;

/** Brings a field into sight, of forms that show a part of themselves. */
const leads = new WeakMap<object, Set<Lead>>();

/** A part of a form that may be hidden learns which field was refused before it is scrolled to. */
export function leadOf(form: FormInstance<never>, lead: Lead): () => void {
  const all = leads.get(form) ?? new Set();
  leads.set(form, all.add(lead));
  return () => void all.delete(lead);
}

const leadTo = (form: FormInstance, field: unknown) => {
  for (const lead of leads.get(form) ?? []) lead(String(field));
};

/** Brings the first field into sight that antd found wrong. */
export function leadToWrong(form: FormInstance, e: unknown) {
  const field = (e as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0]?.name[0];
  if (field !== undefined) leadTo(form, field);
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
  leadTo(form, known[0]?.name[0]);
  form.scrollToField(known[0]?.name ?? [], { block: 'center' });
  if (known.length < named.length) showError(error);
}
