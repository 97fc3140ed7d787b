import type { AuditTexts } from '@/lib/i18n/auditWords';
import { amountOf, fieldsOf, type Line } from './line';
import { doneIn, nameOf } from './texts';

/** A piece of a sentence: text, or a value by the name of its placeholder. */
export type Piece = string | { value: Value; text: string };
export type Value = (typeof VALUES)[number];

const VALUES = [
  'who',
  'name',
  'amount',
  'signed',
  'old',
  'price',
  'rate',
  'from',
  'user',
  'assignee',
  'object',
  'service',
  'country',
  'done',
] as const;

/** How values become text in the page's language. */
export type Wording = {
  credits: (v: number) => string;
  service: (code: string) => string;
  country: (code: string) => string;
};

/** The field that has the id of a user, by placeholder. */
export const USER_FIELDS: Partial<Record<Value, string>> = { from: 'from', user: 'user', assignee: 'assigneeId' };

/** Returns the user that a field of the record names. */
export function userIn(line: Line, value: Value) {
  const field = USER_FIELDS[value];
  const id = field && (fieldsOf(line.after)[field] ?? fieldsOf(line.before)[field]);
  return line.users?.find((u) => u.userId === id);
}

/** Records whether the change switched something on or off, as far as it did. */
function switched(line: Line): '#on' | '#off' | '' {
  const { locked, enabled, usable, pass } = fieldsOf(line.after);
  const on = [locked, enabled, usable, pass].find((v) => typeof v === 'boolean');
  if (on === undefined) return '';
  return on ? '#on' : '#off';
}

const numeric = (v: unknown) => (typeof v === 'string' && /^-?\d+(\.\d+)?$/.test(v) ? Number(v) : undefined);
const text = (v: unknown) => (typeof v === 'string' && v !== '' ? v : undefined);

/** Returns the value of each placeholder as far as the record has it. */
function valuesOf(line: Line, words: AuditTexts, say: Wording): Partial<Record<Value, string>> {
  const before = fieldsOf(line.before);
  const after = fieldsOf(line.after);
  const credits = (v: unknown, as = (n: number) => n) => {
    const n = numeric(v);
    return n === undefined ? undefined : say.credits(as(n));
  };
  const moved = after.amount ?? after.cost ?? after.reserved ?? amountOf(line);
  const service = text(after.service ?? before.service);
  const country = text(after.country ?? before.country);
  const done = doneIn(words, line.action);
  return {
    who: line.operator || line.userId,
    name: nameOf(line) || undefined,
    amount: credits(moved, Math.abs),
    signed: credits(moved),
    old: credits(before.amount),
    price: credits(after.price),
    rate: text(after.rate),
    from: userIn(line, 'from')?.name,
    user: userIn(line, 'user')?.name,
    assignee: userIn(line, 'assignee')?.name,
    object: text(line.object),
    service: service && say.service(service),
    country: country && say.country(country),
    done: done.charAt(0).toLowerCase() + done.slice(1),
  };
}

const HOLE = /\{(\w+)\}/;

/** Fills a template; undefined when the record lacks a value of it. */
function filled(template: string | undefined, values: Partial<Record<Value, string>>): Piece[] | undefined {
  if (template === undefined) return undefined;
  const pieces: Piece[] = [];
  for (const [i, part] of template.split(HOLE).entries()) {
    if (i % 2 === 0) {
      if (part) pieces.push(part);
      continue;
    }
    const value = part as Value;
    const known = values[value];
    if (known === undefined) return undefined;
    pieces.push(value === 'done' ? known : { value, text: known });
  }
  return pieces;
}

/** Describes a change in one sentence: who did it, what it was, whose account and how much credit it concerned. */
export function sentenceOf(line: Line, words: AuditTexts, say: Wording): Piece[] {
  const call = line.action.replace(' /api/', ' /');
  const values = valuesOf(line, words, say);
  // Users who changed their own account are named as the operator already.
  const own = line.object === line.userId || values.name === undefined || values.name === line.operator;
  const { said } = words;
  return (
    filled(said[call + switched(line)] ?? said[call], values) ??
    (own || amountOf(line) === undefined ? undefined : filled(said.anyAmount, values)) ??
    (own ? undefined : filled(said.anyNamed, values)) ??
    filled(said.any ?? '{who}: {done}', values) ??
    []
  );
}

/** A sentence without links, for titles. */
export const plain = (pieces: Piece[]) => pieces.map((p) => (typeof p === 'string' ? p : p.text)).join('');
