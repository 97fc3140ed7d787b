import { actionOf, button, del, dialog, type OnceForm, post, put, row, rowForm, typed } from './once';
import { OF_MONEY } from './oncemoney';
import { OF_ORDERS } from './onceorders';
import { batch, file, TALK } from './onceshared';

const KEY = { status: 'active', appKey: 'k' };

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

/** What staff announce on the status page. */
const INCIDENT = {
  ...{ id: '1', state: 'degraded', title: 'Slow', text: 'Wait', services: ['sms'], updates: [], active: true },
  ...{ startTime: '2026-01-01T00:00:00Z', endTime: null },
};

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
export const OF_PAGES: OnceForm[] = [...OF_MONEY, ...OF_ORDERS, ...PAGES];
