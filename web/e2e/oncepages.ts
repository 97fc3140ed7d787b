import type { Page } from '@playwright/test';
import { actionOf, button, del, dialog, firstRow, type OnceForm, post, put, row, rowForm, typed } from './once';

const HASH = `0x${'a'.repeat(64)}`;
/** The one thing that the page is about. */
const BULK = 'get /gc/groupsendorder/{id}';
const KEY = { status: 'active', appKey: 'k' };

/** An action of an order's page. */
const order = (action: string, facts: object, of: Pick<OnceForm, 'call'> & Partial<OnceForm>): OnceForm =>
  button(action, {
    of: 'ordering/ActionButtons.tsx',
    who: 'customer',
    path: '/send/order?id=1',
    ...of,
    ...{
      facts: { [BULK]: facts, ...of.facts },
    },
  });

/** An action of all chosen rows. */
const batch = (action: string, of: Parameters<typeof row>[1]): OnceForm =>
  row(action, {
    name: `${action}, chosen rows`,
    open: async (page) => {
      await firstRow(page).getByRole('checkbox').check();
      return { press: page.getByRole('button', { name: action, exact: true }).first() };
    },
    ...of,
  });

/** One call for each chosen row, begun in a dialog. */
const bulk = (
  action: string,
  of: Pick<OnceForm, 'of' | 'path' | 'rows' | 'call'> & Partial<OnceForm>,
  fill = async (_: Page) => {},
): OnceForm => ({
  who: 'admin',
  name: `${action}, each chosen row`,
  open: async (page) => {
    await firstRow(page).getByRole('checkbox').check();
    await page.getByRole('status').getByRole('button', { name: action, exact: true }).click();
    await fill(page);
    return { press: dialog(page).getByRole('button', { name: action, exact: true }) };
  },
  ...of,
});

/** Orders that are chosen in their list. */
const SELECTED = { of: 'ordering/useOrderBulk.tsx', who: 'customer', path: '/send/order' } as const;

const CUSTOMERS = { of: 'features/customer/useCustomerBulk.tsx', path: '/customer/list' } as const;

/** A question of the dialog of a customer's key. */
const key = (action: string, url: RegExp): OnceForm =>
  rowForm('App key', async (page) => ({ press: dialog(page).getByRole('button', { name: action, exact: true }) }), {
    ...{ of: 'features/customer/KeyModal.tsx', name: action, path: '/customer/list', rows: { type: 2 }, sure: action },
    facts: { 'get /aty/customerinfo/appkey/security/{id}': KEY },
    call: put(url),
  });

/** A price that changes by more than half, and needs a confirmation. */
const drastic = (action: string, label: string, of: Parameters<typeof rowForm>[2]): OnceForm =>
  rowForm(action, typed(label, '90', 'Save'), { name: `${action}, much`, sure: 'OK', ...of });

const applied = (price: number | null) => ({
  price,
  source: price === null ? '' : 'own',
  countryCode: '*',
  raised: false,
});
const OWN_PRICE = { service: 'bulk.whatsapp', countryCode: '*', own: 4, byStaff: true };
const PRICES = { maxPrice: 10_000, cells: [{ ...OWN_PRICE, applies: applied(4), inherited: applied(null) }] };

/** A row of another view of the stock. */
const stock = (view: string, of: Pick<OnceForm, 'of' | 'call'>): OnceForm =>
  row('Remove the limit', {
    ...{ name: view, path: '/system/stock', rows: { countryCode: 'BR', date: '2030-01-01', repertoryNum: 5 } },
    open: async (page) => {
      await page.getByRole('radiogroup', { name: 'Stock' }).getByText(view, { exact: true }).click();
      await page.getByRole('radio', { name: view, exact: true, checked: true }).waitFor({ state: 'attached' });
      return { press: await actionOf(page, 'Remove the limit') };
    },
    ...of,
  });

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

/** A file that a form takes. */
const file = (page: Page, name: string, text: string) =>
  dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

const TALK: Pick<OnceForm, 'who' | 'path' | 'facts'> = {
  ...{ who: 'customer', path: '/send/inbox?id=1' },
  facts: {
    'get /gc/inbox/{id}': { kinds: ['text'], textLimit: 1000, captionLimit: 100, free: true, unread: 0 },
    'get /gc/inbox/{id}/messages': [],
    'get /gc/inbox/page': [],
  },
};

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

/** What staff announce on the status page. */
const INCIDENT = {
  ...{ id: '1', state: 'degraded', title: 'Slow', text: 'Wait', services: ['sms'], updates: [], active: true },
  ...{ startTime: '2026-01-01T00:00:00Z', endTime: null },
};

const PAGES_OF_MONEY: OnceForm[] = [
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

const ORDERS: OnceForm[] = [
  order('Approve', { status: 1, version: 3 }, { who: 'admin', call: put(/\/groupsendorder\/review$/) }),
  order('Pause', { status: 3 }, { call: put(/\/pause$/) }),
  order('Resume', { status: 4 }, { call: put(/\/start$/) }),
  order('Cancel order', { status: 2 }, { call: put(/\/cancel$/) }),
  order('Stop', { status: 3 }, { call: put(/\/stop$/) }),
  order(
    'Delete',
    { status: 6 },
    {
      call: del(/\/groupsendorder\/\w+$/),
      open: async (page) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        return { press: page.getByRole('menuitem', { name: 'Delete' }) };
      },
    },
  ),
  bulk('Lock', { ...CUSTOMERS, rows: { type: 2, locked: false }, call: put(/\/lockOrUnlock$/) }, async (page) => {
    await dialog(page).getByLabel('Reason').fill('a test');
  }),
  bulk('Unlock', { ...CUSTOMERS, rows: { type: 2, locked: true }, call: put(/\/lockOrUnlock$/) }),
  batch('Approve', {
    ...{ of: 'ordering/useOrders.tsx', path: '/send/order', rows: { status: 1, version: 3, counts: {} } },
    call: put(/\/groupsendorder\/review$/),
  }),
  bulk('Pause', { ...SELECTED, rows: { status: 3, counts: {} }, call: put(/\/pause$/) }),
  bulk('Resume', { ...SELECTED, rows: { status: 4, counts: {} }, call: put(/\/start$/) }),
  bulk('Stop', { ...SELECTED, rows: { status: 3, counts: {} }, call: put(/\/stop$/) }),
  order(
    'Send A to the rest',
    {
      ...{ status: 3, beginTime: null },
      ab: {
        ...{ choosable: true, variants: [], share: 20, waitMinutes: 60, by: 'read', choose: 'hand' },
        ...{ rest: { total: 5, counts: {} }, finding: { verdict: 'few', leads: '', pValue: 1, difference: 0 } },
      },
    },
    { of: 'ordering/Trial.tsx', sure: 'Send', call: put(/\/variant$/) },
  ),
];

/** A contact list of email addresses. */
const ADDRESSES = {
  rows: { values: {}, email: 'ana@example.com' },
  facts: { 'get /aty/contactsgroup/{id}': { type: 'email' } },
} as const;

const PAGES: OnceForm[] = [
  {
    ...{ of: 'features/emailtemplate/Versions.tsx', name: 'Restore a version', who: 'customer', sure: 'Restore' },
    path: '/email/template?id=1',
    call: put(/\/edm\/template\/1\/restore$/),
    facts: {
      'get /edm/template/{id}': { version: 2, design: { version: 1, style: {}, blocks: [] } },
      'get /edm/template/{id}/versions': [{ version: 2 }, { version: 1 }],
    },
    open: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: 'Version history' }).click();
      return { press: dialog(page).getByRole('button', { name: 'Restore', exact: true }) };
    },
  },
  drastic('Edit', 'Customer price', {
    ...{ of: 'features/agent/PriceList.tsx', who: 'agent', path: '/customer/agent?c_tab=prices&c_prices_view=list' },
    ...{ rows: { service: 'bulk.whatsapp', price: 4, ownPrice: 2 }, call: put(/\/service\/price$/) },
  }),
  drastic('Edit', 'Unit price', {
    ...{
      of: 'features/price/Charges.tsx',
      path: '/customer/price?view=list',
      rows: { service: 'bulk.whatsapp', price: 4 },
    },
    call: post(/\/price\/charge\/save$/),
  }),
  {
    ...{ of: 'features/price/useGridEdit.ts', name: 'A cell, much', who: 'admin', sure: 'OK' },
    ...{
      path: '/customer/price',
      call: post(/\/price\/charge\/save$/),
      facts: { 'get /aty/customerinfo/price/grid': PRICES },
    },
    open: async (page) => {
      await page.getByRole('gridcell', { name: /^WhatsApp bulk send, Every other country: 4\.00/ }).click();
      const field = page.getByRole('spinbutton', { name: /^Unit price/ });
      await field.fill('90');
      return { field, press: page.getByRole('columnheader', { name: 'Country' }) };
    },
  },
  row('Remove', {
    ...{
      of: 'features/price/Charges.tsx',
      path: '/customer/price?view=list',
      rows: { service: 'bulk.whatsapp', price: 4 },
    },
    call: del(/\/price\/charge\/del\/\w+$/),
  }),
  drastic('Set the rate', 'Yuan for 1 USD', {
    ...{ of: 'features/rate/Rates.tsx', path: '/finance/rate', rows: { id: 'USD', code: 'USD', rate: 7 } },
    call: put(/\/pay\/rate\//),
  }),
  {
    ...{ of: 'features/price/ImportPrices.tsx', who: 'admin', path: '/customer/price?view=list', rows: { price: 4 } },
    ...{ call: post(/\/price\/charge\/import$/), anew: true },
    refused: {
      code: 40923,
      data: { changes: [{ service: 'bulk.whatsapp', countryCode: 'BR', before: 4, after: 90 }] },
    },
    open: async (page) => {
      await page.getByRole('button', { name: 'Import a file' }).click();
      await dialog(page).getByRole('button', { name: 'Choose a file' }).waitFor();
      await file(page, 'prices.csv', 'service,countryCode,price\nbulk.whatsapp,BR,90\n');
      return { press: page.locator('.ant-modal-confirm').getByRole('button', { name: 'Import anyway' }) };
    },
  },
  button('Create a new key', {
    ...{ of: 'features/appkey/AppKey.tsx', who: 'customer', path: '/account/profile' },
    ...{ facts: { 'get /pi/personal/info/security': KEY }, call: put(/\/refresh\/security$/) },
  }),
  key('Revoke the key', /\/cancel\/appkey\/security\//),
  key('Create a new key', /\/gen\/appkey\/security\//),
  row('Remove', {
    ...{ of: 'features/contact/useMembers.tsx', who: 'customer', path: '/send/contact?id=1', rows: { values: {} } },
    call: del(/\/contactsgroup\/\w+\/member$/),
  }),
  batch('Remove', {
    ...{ of: 'features/contact/useMembers.tsx', who: 'customer', path: '/send/contact?id=1', rows: { values: {} } },
    call: del(/\/contactsgroup\/\w+\/member$/),
  }),
  row('Remove', {
    ...{ of: 'features/contact/useEmailMembers.tsx', who: 'customer', path: '/send/contact?id=1', ...ADDRESSES },
    ...{ name: 'Remove an address', call: del(/\/contactsgroup\/\w+\/member$/) },
  }),
  batch('Remove', {
    ...{ of: 'features/contact/useEmailMembers.tsx', who: 'customer', path: '/send/contact?id=1', ...ADDRESSES },
    ...{ name: 'Remove chosen addresses', call: del(/\/contactsgroup\/\w+\/member$/) },
  }),
  row('Remove', {
    of: 'features/riskgroup/RiskMembers.tsx',
    path: '/send/risk?id=1',
    call: del(/\/riskgroup\/\w+\/member$/),
  }),
  batch('Remove', {
    of: 'features/riskgroup/RiskMembers.tsx',
    path: '/send/risk?id=1',
    call: del(/\/riskgroup\/\w+\/member$/),
  }),
  button('Suppress', { of: 'features/inbox/Suppress.tsx', call: post(/\/aty\/suppression$/), ...TALK }),
  button('Delete', {
    ...{ of: 'features/menu/NodePanel.tsx', path: '/system/menu', call: del(/\/system\/menu\/\w+$/) },
    facts: { 'get /system/menu/list': [{ type: 1, targetType: 2, title: 'One' }] },
    open: async (page) => {
      await page.getByRole('tree').getByText('One').click();
      return { press: page.getByRole('button', { name: 'Delete', exact: true }) };
    },
  }),
  row('Mark as invalid', {
    ...{ of: 'features/serviceaccount/Serviceaccount.tsx', path: '/service/number', rows: { status: 'enabled' } },
    call: put(/\/usable$/),
  }),
  row('End', {
    ...{ of: 'features/session/SessionList.tsx', path: '/system/session', rows: { agent: 'x' } },
    call: del(/\/oauth\/session\/\w+$/),
  }),
  button(/^Reset: /, {
    ...{ of: 'features/setting/SettingRow.tsx', name: 'Reset', sure: 'Reset', path: '/system/config' },
    facts: {
      'get /lop/system/config/page': {
        ...{ key: 'recharge.max', description: 'One', group: 'money', type: 'integer', value: 5, default: 4 },
        ...{ updateTime: '2026-01-01T00:00:00Z', operator: 'One' },
      },
    },
    call: del(/\/lop\/system\/config\//),
  }),
  button('Delete', {
    ...{ of: 'features/servicestatus/Announce.tsx', path: '/status', call: del(/\/status\/incident\/1$/) },
    facts: { 'get /system/status': { state: 'degraded', services: [], incidents: [INCIDENT] } },
  }),
  stock('Card-dealer SMS', { of: 'features/stock/Stock.tsx', call: del(/\/kfsms\/repertory\/\w+$/) }),
  stock('Groups', { of: 'features/stock/useGroupDays.tsx', call: del(/\/resource\/num\/\w+$/) }),
  ...(['Approve', 'Disable', 'Delete'] as const).map((action, i) =>
    button(action, {
      ...{ of: 'features/template/Actions.tsx', path: '/send/template?id=1' },
      facts: {
        'get /gc/template/{id}': { enabled: true, version: 3, actions: [['review', 'status', 'del'][i]] },
      },
      call: action === 'Delete' ? del(/\/gc\/template\/\w+$/) : put(/\/gc\/template\/(review|status)$/),
    }),
  ),
  button('Cancel order', {
    ...{ of: 'features/usdt/UsdtOrder.tsx', path: '/finance/usdt?id=1', call: del(/\/recharge\/expired\/\w+$/) },
    facts: { 'get /virtual/currency/order/recharge/{id}': { status: 'waiting', platform: 'ETHEREUM' } },
  }),
  button('Log out', {
    ...{ of: 'app/shell/Account.tsx', path: '/welcome', call: del(/\/oauth\/logout$/), anew: true },
    open: async (page) => {
      await page.getByRole('button', { name: /^Account: / }).click();
      return { press: page.getByRole('menuitem', { name: 'Log out' }) };
    },
  }),
];

/** Forms and questions of pages that are about one thing, and of dialogs over a row. */
export const OF_PAGES: OnceForm[] = [...PAGES_OF_MONEY, ...ORDERS, ...PAGES];
