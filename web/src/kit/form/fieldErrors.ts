import type { FormInstance } from 'antd';
import { isApiError } from '../api/error';
import { report } from '../feedback';

/** Shows the server's refusal at the fields that it names, and anything else as a message. */
export function showErrors(form: FormInstance, error: unknown) {
  const named = isApiError(error) ? error.errors : [];
  const known = named
    .map((e) => ({ name: e.field.split('.'), errors: [e.message] }))
    .filter((f) => form.getFieldInstance(f.name) !== undefined);
  if (known.length === 0) {
    report(error);
    return;
  }
  form.setFields(known as Parameters<typeof form.setFields>[0]);
  form.scrollToField(known[0]?.name ?? [], { block: 'center' });
  if (known.length < named.length) report(error);
}
