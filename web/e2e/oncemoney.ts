import { dialog, type OnceForm, post, put, rowForm, typed } from './once';
import { file, order, TALK } from './onceshared';

const HASH = `0x${'a'.repeat(64)}`;

/** The hash of a transfer, submitted by who pays. */
const hash = (status: string, press: string, of: Pick<OnceForm, 'of' | 'call'>): OnceForm => ({
  ...{ name: press, who: 'customer', path: '/welcome' },
  facts: {
    'get /virtual/currency/order/recharge/check': { payType: 3, status },
    'get /virtual/currency/order/recharge/{id}': { payType: 3, status, platform: 'ETHEREUM' },
  },
  open: async (page) => {
    await page.getByRole('button', { name: /^Credit: .*Top up$/ }).click();
    const field = dialog(page).getByLabel('Transaction hash');
    await field.fill(HASH);
    return { press: dialog(page).getByRole('button', { name: press }), field };
  },
  ...of,
});

/** An order of a plain text email, which is ordered once more. */
const EMAIL = {
  'get /edm/order/{id}': {
    ...{ groupId: '1', fileId: '', countryCode: 'BR', format: 'text', subject: 'Hi', text: 'Oi', templateId: '' },
    ...{
      design: undefined,
      sender: { id: 'default', name: 'Herald', address: 'news@herald.example' },
      replyTo: undefined,
    },
    ...{ placeholders: [], filter: undefined, ab: undefined, startTime: null, settled: true },
  },
  'post /edm/order/estimate': { targets: 5, cost: 5, balance: 100, enough: true },
};

/** Forms of pages that pay, refund or send. */
export const OF_MONEY: OnceForm[] = [
  order(
    'Refund',
    { status: 6, refundable: 5, actualCost: 10 },
    {
      ...{ of: 'kind /{id}/refund', who: 'admin', sure: undefined, call: put(/\/groupsendorder\/\w+\/refund$/) },
      open: async (page) => {
        await page.getByRole('button', { name: 'Refund', exact: true }).click();
        await dialog(page).getByLabel('Reason for the refund').fill('Late');
        const field = dialog(page).getByLabel('Amount in credits');
        return { press: dialog(page).getByRole('button', { name: 'Refund', exact: true }), field };
      },
    },
  ),
  order(
    'Retry failed',
    { status: 6, actualCost: 5, counts: { failed: 3 }, actions: ['retry'] },
    {
      facts: { 'get /gc/groupsendorder/{id}/retry': { targets: 3, cost: 5, balance: 100, enough: true } },
      call: put(/\/groupsendorder\/\w+\/retry$/),
    },
  ),
  rowForm(
    'Refund',
    async (page) => {
      await dialog(page).getByLabel('Reason').fill('Twice');
      return typed('Amount', '5', 'Refund')(page);
    },
    {
      ...{ of: '/aty/recharge/{orderId}/refund', path: '/finance/recharge', sure: 'OK' },
      rows: { status: 2, paymentMethod: 'src_al', creditAmount: 50, refundAmount: 0 },
      facts: { 'get /aty/customerinfo/balances': [{ available: 100 }] },
      call: post(/\/aty\/recharge\/\w+\/refund$/),
    },
  ),
  {
    ...{ of: '/bgo/buildgroup/{id}/group/{n}/settle', who: 'admin', path: '/group/order?id=1&tab=targets' },
    ...{ rows: { status: 'unknown' }, facts: { 'get /bgo/buildgroup/{id}': { status: 3 } } },
    call: put(/\/group\/\w+\/settle$/),
    open: async (page) => {
      await page.getByRole('button', { name: 'Confirm result', exact: true }).click();
      await dialog(page).getByRole('radio', { name: 'The group doesn’t exist' }).check();
      return { press: dialog(page).getByRole('button', { name: 'Save', exact: true }) };
    },
  },
  {
    ...{ of: 'features/order/TestSend.tsx', who: 'customer', path: '/send/order?create=1&draft={draft}' },
    ...{ call: post(/\/groupsendorder\/test$/), anew: true, closes: 'Cancel' },
    open: async (page) => {
      await dialog(page).getByTestId('estimated-cost').filter({ hasText: /\d/ }).waitFor();
      await dialog(page).getByRole('button', { name: 'Send a test' }).click();
      const form = page.getByRole('dialog', { name: 'Send a test' });
      await form.getByText('A txt file').click();
      await file(page, 'test.txt', '5511987650001\n');
      await form.getByText('test.txt').waitFor();
      return { press: form.getByRole('button', { name: 'Send a test', exact: true }) };
    },
  },
  {
    ...{ of: 'features/email/TestSend.tsx', who: 'customer', path: '/email/order?create=1&copy=1' },
    ...{ call: post(/\/edm\/order\/test$/), anew: true, closes: 'Cancel', facts: EMAIL },
    open: async (page) => {
      await dialog(page)
        .getByRole('button', { name: /Check$/ })
        .click();
      await dialog(page).getByRole('button', { name: 'Send a test email' }).click();
      const form = page.getByRole('dialog', { name: 'Send a test email' });
      const field = form.getByRole('combobox', { name: 'Test addresses' });
      await field.press('Backspace');
      await field.fill('ana@example.com,');
      await form.getByTitle('ana@example.com').waitFor();
      return { press: form.getByRole('button', { name: 'Send a test email', exact: true }) };
    },
  },
  {
    ...{ of: '/gc/inbox/{id}/messages', call: post(/\/gc\/inbox\/\w+\/messages$/), ...TALK },
    open: async (page) => {
      const talk = page.getByRole('region', { name: 'Conversation', exact: true });
      const field = talk.getByRole('textbox', { name: 'Write a reply' });
      await field.fill('Obrigado');
      return { press: talk.getByRole('button', { name: 'Send' }), field };
    },
  },
  hash('rejected', 'Submit another hash', {
    of: '/virtual/currency/order/recharge/retry/{id}',
    call: post(/\/recharge\/retry\/\w+$/),
  }),
  hash('waiting', 'Submit the hash', {
    of: '/virtual/currency/order/recharge/submit/hash',
    call: put(/\/submit\/hash$/),
  }),
];
