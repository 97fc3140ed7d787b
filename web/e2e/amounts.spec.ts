import { expect, type Locator, type Page, test } from '@playwright/test';
import { newCustomer, signedIn } from './kit';
import { type Answers, answerTo } from './sample';
import { type Words, wordsOf } from './words';

type Read = number | null;
/** Texts, and what they are on a page that writes 1,234.50 and on one that writes 1.234,50; nothing where they are refused. */
const TYPED: [text: string, point: Read, comma: Read][] = [
  ['3.5', 3.5, null],
  ['3,75', null, 3.75],
  ['1,234.50', 1234.5, null],
  ['1.234,50', null, 1234.5],
  ['３.５', 3.5, null],
  ['1e3', null, null],
  ['R$ 12,50', null, 12.5],
  ['300', 300, 300],
];

type Amount = Answers & {
  name: string;
  who: 'admin' | 'customer';
  path: string;
  open: (page: Page, t: Words) => Promise<Locator>;
  /** The call, and where in its body, or its path, the amount stands. */
  call: RegExp;
  amountOf: (body: Record<string, unknown>) => unknown;
  /** Whole numbers alone. */
  whole?: boolean;
  /** Test inputs of this field, where its rule differs from the usual one. */
  typed?: typeof TYPED;
};

const firstRow = (page: Page) => page.locator('tbody tr[data-row-key]:not([data-row-key^=ghost])').first();

async function act(page: Page, t: Words, action: string) {
  const row = firstRow(page);
  await row.waitFor();
  const beside = row.getByRole('button', { name: action, exact: true });
  if ((await beside.count()) > 0) return beside.click();
  await row.getByRole('button', { name: t('table.more') }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** A form over the first row, with its only field for a number. */
const over = (action: string) => async (page: Page, t: Words) => {
  await act(page, t, t(action));
  return page.getByRole('dialog').last().getByRole('spinbutton').first();
};

const FIELDS: Amount[] = [
  {
    name: 'a gift',
    ...{ who: 'admin', path: '/customer/list', open: over('customer.give'), rows: {} },
    ...{ call: /\/customerinfo\/give$/, amountOf: (b) => b.amount },
  },
  {
    name: 'a recharge',
    ...{ who: 'admin', path: '/customer/list', open: over('customer.recharge'), rows: {}, whole: true },
    ...{ call: /\/customerinfo\/recharge$/, amountOf: (b) => b.amount },
  },
  {
    name: 'a line of the account flow',
    ...{ who: 'admin', path: '/finance/statement', open: over('flow.correct') },
    rows: { businessType: 'gift', amount: 7, remark: 'One', reverses: undefined, reversed: false },
    ...{ call: /\/accountstatement$/, amountOf: (b) => b.amount },
  },
  {
    name: 'a rate',
    ...{ who: 'admin', path: '/finance/rate', open: over('rate.set'), rows: { id: 'USD', code: 'USD', rate: 7 } },
    ...{ call: /\/pay\/rate\//, amountOf: (b) => b.rate },
  },
  {
    name: 'a price',
    ...{
      who: 'admin',
      path: '/customer/price?view=list',
      open: over('table.edit'),
      rows: { service: 'bulk.whatsapp', price: 4 },
    },
    ...{ call: /\/price\/charge\/save$/, amountOf: (b) => b.price },
  },
  {
    name: 'a weight',
    ...{ who: 'admin', path: '/customer/list', rows: {}, whole: true },
    open: async (page, t) => {
      await firstRow(page).getByRole('checkbox').check();
      await page.getByRole('button', { name: t('customer.weigh') }).click();
      return page.getByRole('dialog').last().getByRole('spinbutton').first();
    },
    ...{ call: /\/customerinfo\/upperbatch$/, amountOf: (b) => b.num },
  },
  {
    name: 'a top-up',
    ...{ who: 'customer', path: '/welcome' },
    open: async (page, t) => {
      await page.getByRole('button', { name: new RegExp(t('shell.credit', { credits: '.*' })) }).click();
      const box = page.getByRole('dialog', { name: t('topup.title') });
      await box.getByRole('tab', { name: t('topup.ways.alipay'), exact: true }).click();
      return box.getByLabel(t('topup.other'));
    },
    ...{ call: /\/pay\/order$/, amountOf: (b) => b.amount },
    // The field cuts the decimal part off, as the seeds require. Amounts below the minimum are refused.
    typed: [
      ['300', 300, 300],
      ['1,234.50', 1234, 1234],
      ['1.234,50', null, 1234],
      ['2,000', 2000, null],
    ],
  },
];

/** A number as a page of a language shows it. */
function shownAs(text: string, comma: boolean): number {
  const plain = comma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  return Number(plain);
}

const at = (message: string) => ({ message, intervals: [50, 100, 200] });

// One language of each way to write a number; test/numbers.test.tsx reads in all four.
for (const locale of ['en-US', 'pt-BR'] as const)
  test(`what is typed into a field for an amount is what the page shows and the server gets, ${locale}`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const comma = locale === 'pt-BR';
    const { t } = wordsOf(locale);
    const { api: payer } = await newCustomer(0);
    for (const field of FIELDS)
      await test.step(field.name, async () => {
        const { page, close } = await signedIn(browser, field.who === 'customer' ? payer : field.who, { locale });
        page.setDefaultTimeout(20_000);
        const sent: unknown[] = [];
        await page.route('**/api/**', async (route) => {
          const request = route.request();
          const url = new URL(request.url());
          if (request.method() !== 'GET' && field.call.test(url.pathname)) {
            sent.push(field.amountOf(request.postDataJSON() as Record<string, unknown>));
            // Refused, so that the form stays for the next text.
            return route.fulfill({ status: 400, json: { code: 400, message: 'no', requestId: 'r' } });
          }
          const known = answerTo(request.method(), url, field);
          return known ? route.fulfill({ json: known }) : route.continue();
        });
        await page.goto(field.path);
        const input = await field.open(page, t);
        const press = page.locator('.ant-modal:visible, .ant-drawer:visible').last().locator('.ant-btn-primary').last();
        const refused = page.locator('.ant-form-item-explain-error:visible, [role=alert]:visible:not(:empty)');
        for (const [text, point, with_] of field.typed ?? TYPED) {
          const of = `${field.name}, ${locale}: ${JSON.stringify(text)}`;
          let want = comma ? with_ : point;
          if (field.whole && want !== null && !Number.isInteger(want)) want = null;
          if (want !== null && field.name === 'a weight' && want > 999) continue;
          sent.length = 0;
          await input.fill('');
          await input.pressSequentially(text);
          await input.blur();
          if (want === null) {
            if (await press.isEnabled()) await press.click();
            await expect.poll(async () => (await refused.count()) > 0 || !(await press.isEnabled()), at(of)).toBe(true);
            expect.soft(sent, of).toEqual([]);
            continue;
          }
          expect.soft(shownAs(await input.inputValue(), comma), `${of}, shown`).toBe(want);
          await press.click();
          const question = page.locator('.ant-modal-confirm:visible').getByRole('button').last();
          await expect.poll(async () => sent.length > 0 || (await question.count()) > 0, at(of)).toBe(true);
          if (sent.length === 0) await question.click();
          await expect.poll(() => sent.length, at(of)).toBeGreaterThan(0);
          expect.soft(Number(sent[0]), `${of}, sent`).toBe(want);
        }
        await close();
      });
  });
