// Writes the description of a page.

const snake = (name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const MONEY = /^(amount|balance|price|cost|fee|reserved|credit)$|(Amount|Balance|Price|Cost|Fee)$/;
const WIDE = ['', '', "from: 'sm'", "from: 'md'", "from: 'lg'"];
const PLAIN = ['string', 'integer', 'number', 'boolean'];

/** The dictionary of a field, by its own name or by the noun's and its name. */
function dictOf(noun, { name, type }, dicts) {
  if (type === 'boolean') return 'yes_no';
  const kind = type === 'string' ? 2 : 1;
  return [snake(name), `${snake(noun)}_${snake(name)}`].find((code) => dicts.get(code) === kind);
}

function lookOf(noun, f, dicts) {
  const dict = dictOf(noun, f, dicts);
  if (dict) return { dict, text: `dict: '${dict}'` };
  if (f.type === 'integer' || f.type === 'number') return { text: `as: '${MONEY.test(f.name) ? 'credit' : 'count'}'` };
  if (f.format === 'date-time') return { text: "as: 'time'" };
  if (f.name === 'countryCode') return { text: "as: 'country'" };
  if (/^phone(Number)?$/.test(f.name)) return { text: "as: 'phone'" };
  return { text: '' };
}

/** Fields that people read: no ids, no lists, and nothing that the server leaves open. */
const readable = (f) => PLAIN.includes(f.type) && !/(^id|Id|Ids)$/.test(f.name);

function columnsOf(noun, calls, dicts) {
  const shown = calls.fields.filter(readable);
  // The name first, then texts and states, then figures, then time and author.
  const rank = (f) => {
    if (/^(name|title|phoneNumber|orderNo)$/.test(f.name)) return 0;
    if (f.format === 'date-time') return 3;
    return f.name === 'operator' ? 4 : f.type === 'string' ? 1 : 2;
  };
  return shown
    .toSorted((a, b) => rank(a) - rank(b))
    .map((f, i) => {
      const look = lookOf(noun, f, dicts);
      const filter = calls.filters.includes(`${f.name}Start`)
        ? "filter: 'days'"
        : calls.filters.includes(f.name) && f.format !== 'date-time'
          ? 'filter: true'
          : '';
      const place = i === 0 ? 'fixed: true' : i < WIDE.length ? WIDE[i] : i < 8 ? "from: 'xl'" : 'hidden: true';
      const parts = [look.text, calls.sorts.includes(f.name) ? 'sort: true' : '', place, filter].filter(Boolean);
      return { name: f.name, text: `      ${f.name}: { ${parts.join(', ')} },` };
    });
}

function inputOf(noun, f, dicts) {
  const dict = f.type !== 'boolean' && dictOf(noun, f, dicts);
  if (dict) return { text: `<DictSelect code="${dict}"${f.needed ? '' : ' allowClear'} />`, uses: 'DictSelect' };
  if (f.name === 'countryCode') return { text: '<CountrySelect />', uses: 'CountrySelect' };
  if (f.name === 'customerId') return { text: '<LovPicker keyword="customer" multiple={false} />', uses: 'LovPicker' };
  if (f.type === 'boolean') return { text: '<Switch />', uses: 'Switch', more: ' valuePropName="checked"' };
  if (f.type === 'integer' || f.type === 'number') {
    const bounds = [
      f.minimum === undefined ? '' : ` min={${f.minimum}}`,
      f.maximum === undefined ? '' : ` max={${f.maximum}}`,
    ];
    const whole = f.type === 'integer' ? ' precision={0}' : '';
    return { text: `<InputNumber<number>${bounds.join('')}${whole} style={{ width: '100%' }} />`, uses: 'InputNumber' };
  }
  const long = (f.maxLength ?? 0) > 200;
  const most = f.maxLength ? ` maxLength={${f.maxLength}}` : '';
  return {
    text: long ? `<Input.TextArea rows={3}${most} showCount />` : `<Input${most} autoComplete="off" />`,
    uses: 'Input',
  };
}

function fieldsOf(noun, calls, dicts) {
  const body = (calls.add ?? calls.update)?.body ?? [];
  const entered = body.filter(
    (f) => PLAIN.includes(f.type) && f.format !== 'date-time' && (f.name === 'customerId' || !/(^id|Id)$/.test(f.name)),
  );
  return entered.map((f) => ({ ...f, input: inputOf(noun, f, dicts) }));
}

/** What the form sends: to the list's own path, with the key of a row that is changed. */
function sendOf(at, calls, key) {
  const add = calls.add?.body && `request('post', '${at}', { body })`;
  const named = calls.update?.body?.some((f) => f.name === key);
  const update =
    calls.update?.body &&
    `request('put', '${at}', { body: ${named ? `{ ...body, ${key}: row?.${key} ?? '' }` : 'body'} })`;
  if (add && update) return `(body, row) => (row ? ${update} : ${add})`;
  return update ? `(body${named ? ', row' : ''}) => ${update}` : `(body) => ${add}`;
}

/** The module of a page, and the names of the fields that need a message. */
export function pageOf(noun, at, calls, dicts) {
  const list = `${at}/page`;
  const columns = columnsOf(noun, calls, dicts);
  const fields = calls.add?.body || calls.update?.body ? fieldsOf(noun, calls, dicts) : [];
  const has = (name) => calls.fields.some((f) => f.name === name);
  const key = has('id')
    ? 'id'
    : calls.remove && has(calls.remove.key)
      ? calls.remove.key
      : has('userId')
        ? 'userId'
        : calls.fields[0].name;
  const uses = new Set(fields.map((f) => f.input.uses));
  const names = (of) => of.filter((n) => uses.has(n)).join(', ');
  const antd = names(['Input', 'InputNumber', 'Switch']);
  const selects = names(['CountrySelect', 'DictSelect']);
  const component = noun.replace(/^./, (c) => c.toUpperCase());
  const form = fields.length > 0;
  const method = calls.add?.body ? 'post' : 'put';
  const spoken = columns[0]?.name ?? key;
  const lines = [
    "'use client';",
    antd !== '' && `import { ${antd} } from 'antd';`,
    (form || calls.remove) && "import { useTranslations } from 'next-intl';",
    (form || calls.remove) && "import { request } from '@/lib/api/request';",
    form && "import type { BodyOf } from '@/lib/api/types';",
    form && "import { Field } from '@/kit/form/Field';",
    selects !== '' && `import { ${selects} } from '@/kit/input/selects';`,
    uses.has('LovPicker') && "import { LovPicker } from '@/kit/lov/LovPicker';",
    "import type { Resource } from '@/kit/resource/descriptor';",
    "import { ResourcePage } from '@/kit/resource/ResourcePage';",
    '',
    form && `type Values = BodyOf<'${method}', '${at}'>;\n`,
    `function use${component}(): Resource<'${list}', '${noun}'${form ? ', Values' : ''}> {`,
    (form || calls.remove) && `  const t = useTranslations('${noun}');`,
    '  return {',
    `    list: '${list}',`,
    `    words: '${noun}',`,
    key !== 'id' && `    rowKey: '${key}',`,
    '    columns: {',
    ...columns.map((c) => c.text),
    '    },',
    ...(form
      ? [
          '    form: {',
          calls.add?.body && `      add: { permission: '${calls.add.permission}' },`,
          calls.update?.body && `      update: { permission: '${calls.update.permission}', title: t('edit') },`,
          `      send: ${sendOf(at, calls, key)},`,
          '      fields: () => (',
          '        <>',
          ...fields.map(
            (f) =>
              `          <Field name="${f.name}" label={t('${f.name}')}${f.needed ? ' required' : ''}${f.input.more ?? ''}>\n            ${f.input.text}\n          </Field>`,
          ),
          '        </>',
          '      ),',
          '    },',
        ]
      : []),
    ...(calls.remove
      ? [
          '    actions: [',
          '      {',
          "        key: 'del',",
          '        danger: true,',
          `        permission: '${calls.remove.permission}',`,
          `        confirm: (r) => ({ title: t('delTitle', { name: String(r.${spoken}) }), content: t('delText') }),`,
          `        call: (r) => request('delete', '${calls.remove.path}', { path: { ${calls.remove.key}: r.${key} } }),`,
          "        done: t('deleted'),",
          '      },',
          '    ],',
        ]
      : []),
    calls.exports && '    export: true,',
    '  };',
    '}',
    '',
    `/** ${component}: what the list of ${list} has, and what can be done with it. */`,
    `export default function ${component}() {`,
    `  return <ResourcePage resource={use${component}()} />;`,
    '}',
    '',
  ];
  const text = lines.filter((l) => typeof l === 'string').join('\n');
  // What the parts of the kit say beside the feature's own.
  const says = ['antd', ...(uses.has('LovPicker') ? ['picker'] : []), noun];
  return {
    component,
    text,
    form,
    says,
    names: [...new Set([...columns.map((c) => c.name), ...fields.map((f) => f.name)])],
  };
}

/** The browser's test of the page: it shows, in both themes and on a phone, and its form refuses what is missing. */
export function specOf(noun, { form, calls, at, title, add }) {
  const adds = form && calls.add?.body;
  const needed = adds && calls.add.body.some((f) => f.needed);
  return `import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideScroll, prefer, signedIn, test } from './kit';

test('${noun}: the list shows in both themes and on a phone${needed ? ', and its form refuses what is missing' : ''}', async ({ browser }) => {
  const { page, complaints, close } = await signedIn(browser, 'admin');
  await page.goto('${at}');
  await expect(page.getByRole('heading', { level: 1, name: '${title}' })).toBeVisible();
  await expect(page.getByRole('region', { name: '${title}' })).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, '${noun} light');
  await prefer(page, { dark: true });
  await expectAccessible(page, '${noun} dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page, '${noun} on a phone');
${
  adds
    ? `  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: '${add}' }).first().click();
  const form = page.getByRole('dialog', { name: '${add}' });
  await expect(form.getByRole('button', { name: 'Save' })).toBeVisible();
`
    : ''
}${
  needed
    ? `  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.locator('.ant-form-item-explain-error').first()).toBeVisible();
`
    : ''
}${adds ? `  await expectAccessible(page, '${noun} form');\n` : ''}  expect(complaints).toEqual([]);
  await close();
});
`;
}
