import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { wrongAddress, wrongBody, wrongButtons, wrongFooter, wrongHeader, wrongLabel } from '@/features/template/rules';
import { atSamples, type Button, TEMPLATE_LIMITS } from '@/features/template/template';
import { ApiError } from '@/lib/api/error';

type Case = {
  case: string;
  field: string;
  request: { header?: string; content: string; footer?: string; buttons?: Button[] };
};

const cases = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../pkg/campaign/template/testdata/rules.json'), 'utf8'),
) as Case[];

/** The fields that the form shows as wrong; what is longer than its field has its count beside it. */
function fieldsOf({ request: r }: Case): string[] {
  const long = (text: string | undefined, most: number) => [...(text ?? '')].length > most;
  const wrong = {
    header: wrongHeader(r.header ?? '') ?? long(r.header, TEMPLATE_LIMITS.line),
    content: wrongBody(r.content) ?? long(r.content, TEMPLATE_LIMITS.body),
    footer: wrongFooter(r.footer ?? '') ?? long(r.footer, TEMPLATE_LIMITS.line),
    buttons: wrongButtons(r.buttons ?? []),
    ...Object.fromEntries(
      (r.buttons ?? []).flatMap((b, i) => [
        [`buttons[${i}].text`, wrongLabel(b.text) ?? long(b.text, TEMPLATE_LIMITS.button)],
        [`buttons[${i}].url`, wrongAddress(b.url ?? '')],
      ]),
    ),
  };
  return Object.entries(wrong).flatMap(([field, is]) => (is ? [field] : []));
}

it('refuses in the form what the server refuses', () => {
  const address = (c: Case) => c.field.endsWith('.url') && !c.case.includes('chat'); // the server tells
  const different = cases.filter((c) => !address(c) && fieldsOf(c).join() !== c.field);
  expect(different.map((c) => `${c.case}: ${fieldsOf(c)} instead of ${c.field}`)).toEqual([]);
});

it('shows a refused sample at its field', () => {
  const errors = ['placeholders[1].content', 'content', 'placeholders'].map((field) => ({ field, message: 'x' }));
  const shown = atSamples(new ApiError({ status: 400, errors }), ['nome', 'sku']) as ApiError;
  expect(shown.errors.map((e) => e.field)).toEqual(['samples.sku', 'content', 'placeholders']);
});
