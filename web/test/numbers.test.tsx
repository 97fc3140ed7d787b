import fs from 'node:fs';
import path from 'node:path';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Form, type FormInstance } from 'antd';
import { NextIntlClientProvider } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { NumberField } from '@/kit/form/NumberField';
import { isDrastic } from '@/kit/pay/former';
import { LOCALES } from '@/lib/i18n/locales';
import { isUnread, readNumber, writeNumber } from '@/lib/input/number';
import messages from '../messages/en-US';

type Read = number | 'form' | 'decimals' | 'ambiguous' | undefined;

/** Values of a text in a field of two decimals, on a page that writes 1,234.50 and on one that writes 1.234,50. */
const TYPED: [text: string, point: Read, comma: Read][] = [
  ['', undefined, undefined],
  ['   ', undefined, undefined],
  ['\u200b', undefined, undefined],
  ['0', 0, 0],
  ['-0', 0, 0],
  ['7', 7, 7],
  ['007', 7, 7],
  ['300', 300, 300],
  ['1234', 1234, 1234],
  ['3.50', 3.5, 'form'],
  ['3,50', 'form', 3.5],
  ['3.5', 3.5, 'form'],
  ['3,5', 'form', 3.5],
  ['0.08', 0.08, 'form'],
  ['0,08', 'form', 0.08],
  ['0,5', 'form', 0.5],
  ['.5', 0.5, 'form'],
  [',5', 'form', 0.5],
  ['5.', 5, 'form'],
  ['5,', 'form', 5],
  ['.', 'form', 'form'],
  [',', 'form', 'form'],
  ['3.75', 3.75, 'form'],
  ['3,75', 'form', 3.75],
  ['12,50', 'form', 12.5],
  ['12.50', 12.5, 'form'],
  ['12.500', 12.5, 12500],
  ['12,500', 12500, 12.5],
  ['1,234', 1234, 'decimals'],
  ['1.234', 'decimals', 1234],
  ['1.000', 1, 1000],
  ['1,000', 1000, 1],
  ['1,234.50', 1234.5, 'form'],
  ['1.234,50', 'form', 1234.5],
  ['1,234,567', 1234567, 'form'],
  ['1.234.567', 'form', 1234567],
  ['1,234,567.89', 1234567.89, 'form'],
  ['1.234.567,89', 'form', 1234567.89],
  ['1,23', 'form', 1.23],
  ['1.23', 1.23, 'form'],
  ['12,34,567', 'form', 'form'],
  ['1,2345', 'form', 'decimals'],
  ['1.2345', 'decimals', 'form'],
  ['0,123', 'form', 'decimals'],
  ['0.123', 'decimals', 'form'],
  ['1234,567', 'form', 'decimals'],
  ['1234.567', 'decimals', 'form'],
  ['1.2.3', 'form', 'form'],
  ['1,2,3', 'form', 'form'],
  ['1..2', 'form', 'form'],
  ['1 234', 'form', 'form'],
  ['1 234,50', 'form', 'form'],
  ['1\u00a0234.50', 'form', 'form'],
  ["1'234.50", 'form', 'form'],
  ['1_000', 'form', 'form'],
  ['1e3', 'form', 'form'],
  ['1E3', 'form', 'form'],
  ['0x10', 'form', 'form'],
  ['1/2', 'form', 'form'],
  ['½', 'form', 'form'],
  ['10%', 'form', 'form'],
  ['ten', 'form', 'form'],
  ['12a', 'form', 'form'],
  ['NaN', 'form', 'form'],
  ['Infinity', 'form', 'form'],
  ['-', 'form', 'form'],
  ['--5', 'form', 'form'],
  ['5-', 'form', 'form'],
  ['-5', -5, -5],
  ['−5', -5, -5],
  ['－5', -5, -5],
  ['+5', 5, 5],
  ['(5)', 'form', 'form'],
  ['-1,234.50', -1234.5, 'form'],
  ['-1.234,50', 'form', -1234.5],
  ['３.５', 3.5, 'form'],
  ['３，５', 'form', 3.5],
  ['３．５', 3.5, 'form'],
  ['１２３', 123, 123],
  ['１，２３４．５０', 1234.5, 'form'],
  [' 12 ', 12, 12],
  ['\u00a012\u00a0', 12, 12],
  ['\u202a12\u202c', 12, 12],
  ['1\u200b2', 12, 12],
  ['12\n', 12, 12],
  ['R$ 12,50', 'form', 12.5],
  ['R$\u00a01.234,50', 'form', 1234.5],
  ['$12.50', 12.5, 'form'],
  ['US$ 12.50', 12.5, 'form'],
  ['¥320', 320, 320],
  ['￥320', 320, 320],
  ['€ 7,10', 'form', 7.1],
  ['RMB 5', 5, 5],
  ['12.50 credits', 'form', 'form'],
  ['3。5', 'form', 'form'],
  ['٣', 'form', 'form'],
  ['999999999999999', 999999999999999, 999999999999999],
  ['9999999999999999', 'form', 'form'],
  ['10000000000.01', 10000000000.01, 'form'],
  ['10000000000,01', 'form', 10000000000.01],
  ['1,2.3', 'form', 'form'],
  ['1.2,3', 'form', 'form'],
];

const COMMA = ['pt-BR'];
const said = (text: string, locale: string, rule = { decimals: 2 }) => {
  const read = readNumber(text, locale, rule);
  return isUnread(read) ? read.why : read;
};

describe('a number', () => {
  it.each(LOCALES)('is read as %s writes it, or refused', (locale) => {
    expect(TYPED.length).toBeGreaterThanOrEqual(100);
    for (const [text, point, comma] of TYPED)
      expect(said(text, locale), JSON.stringify(text)).toBe(COMMA.includes(locale) ? comma : point);
  });

  it.each(LOCALES)('is read as it is written in %s', (locale) => {
    for (const n of [0, 0.08, 0.5, 1, 3.5, 12, 999.99, 1000, 1234.5, -1234.5, 67900, 126941.5, 9999999999.99])
      expect(said(writeNumber(n, locale, { decimals: 2 }), locale), `${n}`).toBe(n);
    const browser = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 });
    for (const n of [7.1023, 824.410911, 71023.5, 0.00000001])
      expect(said(browser.format(n), locale, { decimals: 8 })).toBe(n);
  });

  it('of three decimals and more is not guessed from one group', () => {
    expect(said('7,102', 'en-US', { decimals: 8 })).toBe('ambiguous');
    expect(said('7.102', 'pt-BR', { decimals: 8 })).toBe('ambiguous');
    expect([said('7.102', 'en-US', { decimals: 8 }), said('7,1023', 'pt-BR', { decimals: 8 })]).toEqual([
      7.102, 7.1023,
    ]);
    expect([said('7,1023', 'en-US', { decimals: 8 }), said('1,007,102', 'en-US', { decimals: 8 })]).toEqual([
      'form',
      1007102,
    ]);
  });

  it('of a percentage may have its sign', () => {
    expect(readNumber('15 %', 'pt-BR', { percent: true })).toBe(15);
    expect(said('15 %', 'pt-BR')).toBe('form');
  });

  it('that doubles, or that falls by more than half, is asked about', () => {
    expect([
      isDrastic(3.5, 320),
      isDrastic(3.5, 5.25),
      isDrastic(3.5, 5.26),
      isDrastic(4, 2),
      isDrastic(4, 1.99),
    ]).toEqual([true, false, true, false, true]);
    expect([isDrastic(null, 5), isDrastic(0, 5), isDrastic(0, 0)]).toEqual([false, true, false]);
  });
});

type Values = { n?: number | null };

function Page({
  held,
  given,
}: {
  held: { form: FormInstance<Values> };
  given: { decimals?: number; percent: boolean };
}) {
  const [form] = Form.useForm<Values>();
  held.form = form;
  return (
    <Form form={form}>
      <NumberField name="n" label="N" {...given} />
    </Form>
  );
}

const SRC = path.join(import.meta.dirname, '../src');
const files = fs.readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.tsx'));
const code = (file: string) => fs.readFileSync(path.join(SRC, file), 'utf8');

/** Every number field of the console by its decimals and its sign, as the code has it. */
const FIELDS = files.flatMap((file) =>
  Array.from(code(file).matchAll(/<NumberField\b[\s\S]*?\/>/g), ([tag]) => ({
    at: `${file} ${/name=(\S+)/.exec(tag)?.[1] ?? 'price'}`,
    decimals: /decimals=\{(\d)\}/.test(tag) ? Number(/decimals=\{(\d)\}/.exec(tag)?.[1]) : /decimals/.test(tag) ? 2 : 0,
    percent: /\bpercent\b/.test(tag),
  })),
);

describe('every number field of the console', () => {
  it('is the one of the kit', () => {
    const own = [
      'kit/input/NumberInput.tsx',
      'kit/form/NumberField.tsx',
      'features/emailtemplate/PictureFields.tsx',
      'features/emailtemplate/parts.tsx',
      'features/customer/PriorityModal.tsx',
      'features/price/GridCell.tsx',
    ];
    expect(files.filter((f) => /\bInputNumber\b/.test(code(f)))).toEqual([]);
    expect(files.filter((f) => /<NumberInput\b/.test(code(f)) && !own.includes(f))).toEqual([]);
    // A dictionary's value is the machine's, and a text field else.
    const typed = files.filter((f) => /type="number"|inputMode=.{0,20}'?(?:decimal|numeric)/.test(code(f)));
    expect(
      typed.filter(
        (f) =>
          ![
            'kit/input/NumberInput.tsx',
            'kit/input/NumberText.tsx',
            'features/dict/EntryFields.tsx',
            'ui/SearchField.tsx',
          ].includes(f),
      ),
    ).toEqual([]);
    expect(FIELDS.length).toBeGreaterThan(20);
  });

  const kinds = [...new Map(FIELDS.map((f) => [`${f.decimals} ${f.percent}`, f])).values()];
  it.each(LOCALES.flatMap((locale) => kinds.map((k) => [locale, k.at, k] as const)))(
    'takes or refuses the same texts in %s: %s',
    async (locale, _, { decimals, percent }) => {
      const held = { form: null as unknown as FormInstance<Values> };
      const given = { decimals: decimals || undefined, percent };
      render(
        <NextIntlClientProvider locale={locale} messages={messages} timeZone="Asia/Shanghai">
          <Page held={held} given={given} />
        </NextIntlClientProvider>,
      );
      const { form } = held;
      const field = screen.getByRole('spinbutton');
      for (const [text] of TYPED) {
        fireEvent.change(field, { target: { value: text } });
        const read = readNumber(text, locale, { decimals, percent });
        expect(form.getFieldValue('n') ?? undefined, text).toBe(isUnread(read) ? undefined : read);
        // An input of one line has no line ends.
        expect(field).toHaveValue(text.replaceAll('\n', ''));
      }
      fireEvent.change(field, { target: { value: '1.2.3' } });
      await expect(form.validateFields()).rejects.toBeDefined();
      expect(await screen.findByText(/isn’t a valid number/)).toBeInTheDocument();
      fireEvent.change(field, { target: { value: '1234' } });
      await waitFor(async () => expect(await form.validateFields()).toEqual({ n: 1234 }));
      fireEvent.blur(field);
      expect(field).toHaveValue(COMMA.includes(locale) ? '1.234' : '1,234');
    },
  );
});
