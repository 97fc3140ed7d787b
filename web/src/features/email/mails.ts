import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePermission } from '@/kit/access/Can';
import type { Mail } from '@/kit/mail/mail';
import { get, postQuery } from '@/lib/api/query';
import { TYPING_PAUSE } from '@/lib/constants';
import { useDebounced } from '@/lib/useDebounced';
import { useFile } from '@/ordering/useFile';
import { type ContentValues, type EmailOrderValues, filled, namesOf } from './request';

/** The design and the subject of a form's content: those of its template where it has one. */
function useContent(v: ContentValues, format: EmailOrderValues['format']) {
  const id = format === 'text' ? undefined : v.design?.id;
  const { data } = useQuery({
    ...get('/edm/template/{id}', { path: { id: id ?? '' } }),
    enabled: Boolean(id),
    retry: false,
  });
  const subject = v.subject?.trim() || (format === 'text' ? '' : (data?.subject ?? v.design?.subject ?? ''));
  return { subject, design: id ? data?.design : v.design?.design };
}

/**
 * A form's email as a recipient with these values gets it. `checked` is the server's answer about a designed email; `names` are its
 * placeholders.
 */
export function useMail(v: ContentValues, format: EmailOrderValues['format'], values: Record<string, string>) {
  const { subject, design } = useContent(v, format);
  const plain = format === 'text';
  const body = useDebounced({ subject, design, values }, TYPING_PAUSE);
  const query = useQuery({
    ...postQuery('/edm/template/preview', { body: body as never }),
    enabled: !plain && body.design !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { error, refetch } = query;
  if (plain) {
    const text = v.text ?? '';
    const mail: Mail | undefined = text.trim()
      ? { subject: filled(subject, values), html: '', text: filled(text, values) }
      : undefined;
    return { mail, checked: undefined, names: namesOf(subject, text), error: null, refetch };
  }
  const checked = design ? query.data : undefined;
  return { mail: checked, checked, names: checked?.placeholders ?? namesOf(subject), error, refetch };
}

const MAX_RECIPIENTS = 10; // recipients that one can step through

type RecipientOfMail = { address: string; values: Record<string, string> };

/** The first recipients of the list or file of a form, with their values by the names of columns. */
export function useFirstRecipients(v: EmailOrderValues): RecipientOfMail[] {
  const may = usePermission()('aty:contactsgroup:member');
  const group = v.target === 'file' ? undefined : v.groupId;
  const members = useQuery({
    ...get('/aty/contactsgroup/{id}/member/page', { path: { id: group?.id ?? '' }, query: { size: MAX_RECIPIENTS } }),
    enabled: may && group !== undefined && group.memberCount > 0,
    retry: false,
  });
  const { named, read } = useFile(v);
  const rows: { email?: string; name?: string; values?: Record<string, string> }[] =
    (named ? read.data?.first : group && members.data?.records) ?? [];
  return rows.flatMap(({ email, name, values }) =>
    email ? [{ address: email, values: { ...values, email, ...(name ? { name } : {}) } }] : [],
  );
}

const NO_COLUMNS: readonly string[] = [];

/** The columns of the form's recipients; each fills the placeholder of its name. */
export function useRecipientColumns(v: EmailOrderValues): readonly string[] {
  const may = usePermission()('aty:contactsgroup:page');
  const group = v.target === 'file' ? undefined : v.groupId?.id;
  const { read } = useFile(v);
  const list = useQuery({
    ...get('/aty/contactsgroup/{id}', { path: { id: group ?? '' } }),
    enabled: may && group !== undefined,
    retry: false,
  });
  return (v.target === 'file' ? read.data?.columns : group && list.data?.columns) || NO_COLUMNS;
}
