// Writes the description of a page.

const snake = (name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const MONEY = /^(amount|balance|price|cost|fee|reserved|credit)$|(Amount|Balance|Price|Cost|Fee)$/;
const WIDE = ['', '', "from: 'sm'", "from: 'md'", "from: 'lg'"];
const PLAIN = ['string', 'integer', 'number', 'boolean'];
const isNumber = (f) => f.type === 'integer' || f.type === 'number';

/** The dictionary of a field: what is enabled or disabled, yes or no, else by its own name or by the noun's and its name. */
function dictOf(noun, { name, type }, dicts) {
  if (type === 'boolean') return name === 'enabled' ? 'sys_enable' : 'yes_no';
  const kind = type === 'string' ? 2 : 1;
  return [snake(name), `${snake(noun)}_${snake(name)}`].find((code) => dicts.get(code) === kind);
}

function lookOf(noun, f, dicts) {
  const dict = dictOf(noun, f, dicts);
  if (dict) return `dict: '${dict}'`;
  if (isNumber(f)) return `as: '${MONEY.test(f.name) ? 'credit' : 'count'}'`;
  if (f.format === 'date-time') return "as: 'time'";
  if (f.name === 'countryCode') return "as: 'country'";
  return /^phone(Number)?$/.test(f.name) ? "as: 'phone'" : '';
}

/** Fields that people read: no ids, no lists, and nothing that the server leaves open. */
const readable = (f) => PLAIN.includes(f.type) && !/(^id|Id|Ids)$/.test(f.name);

function columnsOf(noun, calls, dicts) {
  // The name first, then texts and states, then figures, then time and author.
  const rank = (f) => {
    if (/^(name|title|phoneNumber|orderNo)$/.test(f.name)) return 0;
    if (f.format === 'date-time') return 3;
    return f.name === 'operator' ? 4 : f.type === 'string' ? 1 : 2;
  };
  return calls.fields
    .filter(readable)
    .toSorted((a, b) => rank(a) - rank(b))
    .map((f, i) => {
      const filter = calls.filters.includes(`${f.name}Start`)
        ? "filter: 'days'"
        : calls.filters.includes(f.name) && f.format !== 'date-time'
          ? 'filter: true'
          : '';
      const place = i === 0 ? 'fixed: true' : i < WIDE.length ? WIDE[i] : i < 8 ? "from: 'xl'" : 'hidden: true';
      const sort = calls.sorts.includes(f.name) ? 'sort: true' : '';
      return { name: f.name, look: [lookOf(noun, f, dicts), sort, place, filter].filter(Boolean).join(', ') };
    });
}

function inputOf(noun, f, dicts) {
  const dict = f.type !== 'boolean' && dictOf(noun, f, dicts);
  if (dict) return { text: `<DictSelect code="${dict}"${f.needed ? '' : ' allowClear'} />`, uses: 'DictSelect' };
  if (f.name === 'countryCode') return { text: '<CountrySelect />', uses: 'CountrySelect' };
  if (f.name === 'customerId') return { text: '<LovPicker keyword="customer" multiple={false} />', uses: 'LovPicker' };
  if (f.type === 'boolean') return { text: '<Switch />', uses: 'Switch' };
  const most = f.maxLength ? ` maxLength={${f.maxLength}}` : '';
  return (f.maxLength ?? 0) > 200
    ? { text: `<Input.TextArea rows={3}${most} showCount />`, uses: 'Input' }
    : { text: `<Input${most} autoComplete="off" />`, uses: 'Input' };
}

/** A field of the form as its lines; a number has an input of its own. */
function fieldText(f) {
  const label = ` label={t('${f.name}')}${f.needed ? ' required' : ''}`;
  const bounds = ['minimum', 'maximum'].map((b) => (f[b] === undefined ? '' : ` ${b.slice(0, 3)}={${f[b]}}`)).join('');
  const text = isNumber(f)
    ? `<NumberField name="${f.name}"${label}${bounds}${f.type === 'number' ? ' decimals={2}' : ''} />`
    : `<Field name="${f.name}"${label}${f.type === 'boolean' ? ' valuePropName="checked"' : ''}>${f.input.text}</Field>`;
  return f.onlyNew ? `{mode === 'add' && (${text})}` : text;
}

/** What people enter: of both calls, without keys and times. A field that only a new row has is not offered for another one. */
function fieldsOf(noun, calls, dicts) {
  const [add, update] = [calls.add?.body, calls.update?.body];
  const entered = (add ?? update ?? []).filter(
    (f) => PLAIN.includes(f.type) && f.format !== 'date-time' && (f.name === 'customerId' || !/(^id|Id)$/.test(f.name)),
  );
  const onlyNew = (f) =>
    Boolean(add && update) && (!update.some((u) => u.name === f.name) || /\bof a new\b/.test(f.description ?? ''));
  return entered
    .map((f) => ({ ...f, onlyNew: onlyNew(f), input: isNumber(f) ? {} : inputOf(noun, f, dicts) }))
    .toSorted((a, b) => b.needed - a.needed); // what is required comes first
}

/** The form's call: each field that the call allows by its name, and the key of a row that is changed. */
function sendOf(at, calls, key, fields) {
  const names = (of) => of.map((f) => f.name).join(', ');
  const add = calls.add?.body && `request('post', '${at}', { body: { ${names(fields)} } })`;
  const keyed = calls.update?.body?.some((f) => f.name === key) ? `${key}: row?.${key} ?? '', ` : '';
  const kept = fields.filter((f) => !f.onlyNew);
  const update = calls.update?.body && `request('put', '${at}', { body: { ${keyed}${names(kept)} } })`;
  const values = `{ ${names(fields)} }`;
  if (add && update)
    return `(${values}, row) => row ? ${update.replace('row?.', 'row.').replace(" ?? ''", '')} : ${add}`;
  return update ? `(${values}${keyed ? ', row' : ''}) => ${update}` : `(${values}) => ${add}`;
}

function defaultsOf(fields) {
  const named = fields.flatMap((f) => {
    if (f.default !== undefined) return [`${f.name}: ${JSON.stringify(f.default)}`];
    return f.type === 'boolean' ? [`${f.name}: ${f.name === 'enabled'}`] : [];
  });
  return named.length > 0 && `defaults: { ${named.join(', ')} },`;
}

function formOf(at, calls, key, fields) {
  const uses = ['Field', 'NumberField'].filter((part) => fields.some((f) => fieldText(f).includes(`<${part} `)));
  const parts = [...(fields.some((f) => f.onlyNew) ? ['mode'] : []), ...uses].join(', ');
  return [
    'form: {',
    calls.add?.body && `add: { permission: '${calls.add.permission}' },`,
    calls.update?.body && `update: { permission: '${calls.update.permission}' },`,
    calls.add?.body && defaultsOf(fields),
    `send: ${sendOf(at, calls, key, fields)},`,
    `fields: ({ ${parts} }) => (`,
    '<>',
    ...fields.map(fieldText),
    '</>',
    '),',
    '},',
  ];
}

/** The key of a row: its id, what a deletion names it with, or its first field. */
function keyOf(calls) {
  const has = (name) => calls.fields.some((f) => f.name === name);
  if (has('id')) return 'id';
  if (calls.remove && has(calls.remove.key)) return calls.remove.key;
  return has('userId') ? 'userId' : calls.fields[0].name;
}

function importsOf(fields, calls) {
  const uses = new Set(fields.map((f) => f.input.uses));
  const names = (of) => of.filter((n) => uses.has(n)).join(', ');
  const antd = names(['Input', 'Switch']);
  const selects = names(['CountrySelect', 'DictSelect']);
  const form = fields.length > 0;
  return [
    antd !== '' && `import { ${antd} } from 'antd';`,
    form && "import { useTranslations } from 'next-intl';",
    selects !== '' && `import { ${selects} } from '@/kit/input/selects';`,
    uses.has('LovPicker') && "import { LovPicker } from '@/kit/lov/LovPicker';",
    "import type { Resource } from '@/kit/resource/descriptor';",
    "import { ResourcePage } from '@/kit/resource/ResourcePage';",
    calls.remove && "import { useRemoving } from '@/kit/resource/removing';",
    form && "import { request } from '@/lib/api/request';",
    form && "import type { BodyOf } from '@/lib/api/types';",
  ];
}

/** The module of a page, and the names of the fields that need a text. */
export function pageOf(noun, at, calls, dicts) {
  const columns = columnsOf(noun, calls, dicts);
  const fields = fieldsOf(noun, calls, dicts);
  const key = keyOf(calls);
  const component = noun.replace(/^./, (c) => c.toUpperCase());
  const form = fields.length > 0;
  const first = calls.fields.find((f) => f.name === (columns[0]?.name ?? key));
  const spoken = first?.type === 'string' ? `r.${first.name}` : `String(r.${first?.name ?? key})`;
  const id = key === 'id' ? '' : `, id: (r) => String(r.${key})`;
  const lines = [
    "'use client';",
    ...importsOf(fields, calls),
    '',
    form && `type Values = BodyOf<'${calls.add?.body ? 'post' : 'put'}', '${at}'>;\n`,
    `function use${component}(): Resource<'${calls.list}', '${noun}'${form ? ', Values' : ''}> {`,
    form && `  const t = useTranslations('${noun}');`,
    '  return {',
    `    list: '${calls.list}',`,
    `    words: '${noun}',`,
    key !== 'id' && `    rowKey: '${key}',`,
    '    columns: {',
    ...columns.map((c) => `${c.name}: { ${c.look} },`),
    '    },',
    ...(form ? formOf(at, calls, key, fields) : []),
    calls.remove &&
      `actions: [useRemoving('${noun}', { permission: '${calls.remove.permission}', path: '${calls.remove.path}', name: (r) => ${spoken}${id} })],`,
    calls.exports && '    export: true,',
    '  };',
    '}',
    '',
    `/** Lists the rows of ${calls.list}. */`,
    `export default function ${component}() {`,
    `  return <ResourcePage resource={use${component}()} />;`,
    '}',
    '',
  ];
  return {
    component,
    form,
    text: lines.filter((l) => typeof l === 'string').join('\n'),
    names: [...new Set([...columns, ...fields].map((f) => f.name))],
  };
}
