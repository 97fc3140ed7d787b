/**
 * Values for the schemas of the OpenAPI document: a recorded one, else an example of the document, else a plausible value by
 * the field's name. The same field of the same row has the same value each time.
 */

const DAY = 86_400_000;
const ROWS = 3;
const NAMES = ['Ipê Cosméticos', 'Pearl River', 'Aurora Trading', 'Casa Verde', 'North Star'];
const TEXTS = ['Welcome back', 'Spring offers', 'Your order is on its way', 'New opening hours', 'Thank you'];
const COUNTRIES = ['BR', 'CN', 'ID', 'US', 'MX'];

const pick = (list, row) => list[row % list.length];
const twoDigits = (row) => String(11 + (row % 80)).padStart(2, '0');

/** Strings by the end of a field's name; the first rule that fits is taken. */
const STRINGS = [
  [/(^i|I)d$|Ids$/, (row, name) => `${name}-${row + 1}`],
  [/countryCode|^country$/, (row) => pick(COUNTRIES, row)],
  [/phone|recipient$|^number$|contact$/i, (row) => `55119876500${twoDigits(row)}`],
  [/email/i, (row) => `user${row + 1}@example.com`],
  [/(url|link|avatar|picture|image|icon)$/i, () => ''],
  [/(No|Number|hash|tradeNo)$/i, (row) => `20260105${String(row + 1).padStart(6, '0')}`],
  [/(^i|I)p$/, (row) => `203.0.113.${row + 1}`],
  [/language|locale/i, () => 'en_US'],
  [/timeZone/i, () => 'America/Sao_Paulo'],
  [/currency/i, () => 'RMB'],
  [/channel$/i, () => 'whatsapp'],
  [/(^d|D)ate$|^day$/, (row) => new Date(Date.now() - row * DAY).toISOString().slice(0, 10)],
  [/^month$/, (row) => `2026-${String(1 + (row % 12)).padStart(2, '0')}`],
  [/(time|At)$/, (row) => new Date(Date.now() - row * DAY).toISOString()],
  [/name|operator|nick|company|by$/i, (row) => pick(NAMES, row)],
  [/text|content|title|summary|body|message/i, (row) => pick(TEXTS, row)],
  [/reason|remark|note|description/i, () => ''],
];
const NUMBERS = [
  [/(rate|share|ratio|percent)/i, (row) => ((row * 7) % 100) / 100],
  [/(price|amount|cost|balance|credit|sum|fee)/i, (row) => 120.5 * (row + 1)],
  [/(sort|version|page|current|weight|level)/i, (row) => row + 1],
  [/(failed|errors|refused|removed)/i, (row) => row % 3],
];

const byName = (rules, name, row) => rules.find(([fits]) => fits.test(name))?.[1](row, name);
const bounded = (n, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }) => Math.min(Math.max(n, minimum), maximum);

/**
 * Returns the values of a document's schemas: `(schema, name of the field, row)`. `samples` has recorded values by schema, and
 * `dictionaries` the values of a dictionary, which a field names in its description.
 */
export function generator(document, samples, dictionaries) {
  const nameOf = ({ $ref = '' }) => $ref.split('/').at(-1);

  function value(schema, name = '', row = 0, depth = 0) {
    const known = samples[nameOf(schema)];
    if (known) return pick(known, row);
    if (schema.$ref) return value(document.components.schemas[nameOf(schema)], name, row, depth);
    if (schema.const !== undefined) return schema.const;
    const [variant] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
    if (variant) return value(variant, name, row, depth);
    const types = [schema.type ?? 'object'].flat();
    const type = types.find((t) => t !== 'null');
    if (type === 'array') return list(schema.items ?? {}, name, depth);
    if (type === 'object') return object(schema, row, depth);
    const dictionary = dictionaries[/dictionary (\w+)/.exec(schema.description ?? '')?.[1]];
    if (dictionary) return type === 'string' ? pick(dictionary, row) : Number(pick(dictionary, row));
    if (schema.enum)
      return (
        pick(
          schema.enum.filter((v) => v !== '' && v !== null),
          row,
        ) ?? schema.enum[0]
      );
    if (schema.examples) return pick(schema.examples, row);
    if (type === 'boolean') return false;
    if (type === 'string')
      return schema.format === 'date-time'
        ? new Date(Date.now() - (row + 1) * DAY).toISOString()
        : (byName(STRINGS, name, row) ?? `${name} ${row + 1}`);
    const number = bounded(byName(NUMBERS, name, row) ?? 10 * (row + 1), schema);
    return type === 'integer' ? Math.round(number) : number;
  }

  function list(items, name, depth) {
    if (depth > 5) return [];
    const length = samples[nameOf(items)]?.length ?? ROWS;
    return Array.from({ length }, (_, i) => value(items, name, i, depth + 1));
  }

  function object(schema, row, depth) {
    if (depth > 8) return {};
    const all = {};
    for (const [field, of] of Object.entries(schema.properties ?? {})) all[field] = value(of, field, row, depth + 1);
    if (Array.isArray(all.records) && 'total' in all) Object.assign(all, { total: all.records.length, current: 1 });
    return all;
  }
  return value;
}
