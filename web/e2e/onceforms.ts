import { button, del, dialog, type OnceForm, post, put, row, rowForm, typed } from './once';
import { OF_PAGES } from './oncepages';
import { OF_RESOURCES } from './onceresources';

/** A movement of credit of a customer or an agent. It goes through: each has its own customer. */
const credit = (action: string, amount: string, url: string, of: Partial<OnceForm> = {}): OnceForm =>
  rowForm(
    action,
    async (page) => {
      const field = dialog(page).getByLabel('Amount');
      await field.fill(amount);
      return { press: dialog(page).getByRole('button', { name: action, exact: true }), field };
    },
    {
      of: url,
      path: '/customer/list',
      call: put(new RegExp(`${url}$`)),
      name: `${action} ${amount}`,
      real: true,
      ...of,
    },
  );

const CUSTOMERS = 'features/customer/useCustomerActions.tsx';
const SYS = 'features/sysuser/actions.ts';
const DICT = 'features/dict/actions.ts';
const POSTS = 'features/notice/Posts.tsx';
const AGENTS = 'features/agent/useAgents.tsx';
const LOVS = 'features/lov/Lovs.tsx';
const STOCK = 'features/stock/Stock.tsx';
const COLLECTIONS = 'features/contact/useCollections.tsx';
const NUMBERS = 'features/serviceaccount/Serviceaccount.tsx';

/** The dialog in which credit is bought. */
const topUp = (way: string, press: string): OnceForm => ({
  ...{ of: '/pay/order', name: way, who: 'customer', path: '/welcome', call: post(/\/pay\/order$/), real: true },
  open: async (page) => {
    await page.getByRole('button', { name: /^Credit: .*Top up$/ }).click();
    const box = page.getByRole('dialog', { name: 'Top up' });
    await box.getByRole('tab', { name: way, exact: true }).click();
    await box.getByRole('radio').first().check();
    return { press: box.getByRole('button', { name: press }) };
  },
});

/** A collection that can be screened, and what that costs. */
const SCREENED = {
  who: 'customer',
  path: '/send/contact',
  rows: { screenStatus: 'idle', memberCount: 5 },
  facts: { 'get /aty/contactsgroup/{id}/screen': { price: 0.5, cost: 2.5, balance: 100, enough: true } },
} as const;

/** A risk-control collection that can be screened, and the cost of the screening. */
const RISK_SCREENED = {
  who: 'customer',
  path: '/send/risk',
  rows: { screenStatus: 'idle', memberCount: 5, scope: 'tenant' },
  facts: { 'get /aty/riskgroup/{id}/screen': { price: 0.5, cost: 2.5, balance: 100, enough: true } },
} as const;

/** A movement of credit of an agent. */
const agents = (action: string, call: OnceForm['call'], of: string): OnceForm =>
  rowForm(action, typed('Amount', '5', action), {
    ...{ of, call, name: `${action} of an agent`, path: '/customer/agent' },
    facts: { 'get /aty/customerinfo/balances': [{ available: 100 }] },
  });

/** A year of the service, and enough credit for it. */
const YEAR = { 'get /pi/personal/info/buy/saas/check': { price: 99_900, amount: 999, balance: 5000, enough: true } };

/** The form of an order. */
const placed = (of: Pick<OnceForm, 'of' | 'path' | 'call'> & Partial<OnceForm>): OnceForm => ({
  ...{ name: 'Place order', who: 'customer', sure: 'Place order' },
  open: async (page) => {
    const form = dialog(page);
    await form.getByLabel('Order name').fill('Once');
    await form.getByTestId('estimated-cost').filter({ hasText: /\d/ }).waitFor();
    return { press: form.getByRole('button', { name: 'Place order' }) };
  },
  ...of,
});

const MONEY: OnceForm[] = [
  credit('Recharge', '7', '/aty/customerinfo/recharge'),
  credit('Recharge', '150000', '/aty/customerinfo/recharge', { sure: 'OK' }),
  credit('Gift', '1.25', '/aty/customerinfo/give'),
  credit('Rebate', '0.5', '/aty/customerinfo/rebate'),
  credit('Withdraw', '1', '/aty/customerinfo/withdrawal'),
  credit('Increase', '1.5', '/aty/customerinfo/{userId}/{num}', { call: put(/\/customerinfo\/\w+\/1\.50$/) }),
  credit('Deduct', '1.5', '/aty/customerinfo/{userId}/{num}', { call: put(/\/customerinfo\/\w+\/-1\.50$/) }),
  agents('Recharge', put(/\/customerinfo\/recharge$/), '/aty/customerinfo/recharge'),
  agents('Gift', put(/\/customerinfo\/give$/), '/aty/customerinfo/give'),
  agents('Rebate', put(/\/proxy\/rebate$/), '/proxy/rebate'),
  agents('Withdraw', put(/\/proxy\/withdrawal$/), '/proxy/withdrawal'),
  agents('Deduct', put(/\/customerinfo\/\w+\/-5\.00$/), '/aty/customerinfo/{userId}/{num}'),
  credit('Move credit', '1', '/aty/customerinfo/amounts/move', { call: post(/\/amounts\/move$/) }),
  rowForm('Set the rate', typed('Yuan for 1 USD', '7.1', 'Save'), {
    of: '/pay/rate/{id}',
    path: '/finance/rate',
    call: put(/\/pay\/rate\//),
    rows: { id: 'USD', code: 'USD', rate: 7 },
  }),
  rowForm(
    'Screen',
    async (page) => ({ press: dialog(page).getByRole('button', { name: 'Start screening', exact: true }) }),
    {
      ...{ of: '/aty/contactsgroup/{id}/screen', call: post(/\/contactsgroup\/\w+\/screen$/), ...SCREENED },
    },
  ),
  rowForm(
    'Screen',
    async (page) => {
      await dialog(page).getByRole('radio').last().check();
      return { press: dialog(page).getByRole('button', { name: 'Start screening', exact: true }) };
    },
    {
      ...{ of: '/aty/contactsgroup/{id}/activetime', name: 'Screen for activity' },
      ...{ call: post(/\/contactsgroup\/\w+\/activetime$/), ...SCREENED },
    },
  ),
  rowForm(
    'Screen',
    async (page) => ({ press: dialog(page).getByRole('button', { name: 'Start screening', exact: true }) }),
    {
      ...{ of: '/aty/riskgroup/{id}/screen', name: 'Screen a risk list', call: post(/\/riskgroup\/\w+\/screen$/) },
      ...RISK_SCREENED,
    },
  ),
  rowForm(
    'Screen',
    async (page) => {
      await dialog(page).getByRole('radio').last().check();
      return { press: dialog(page).getByRole('button', { name: 'Start screening', exact: true }) };
    },
    {
      ...{ of: '/aty/riskgroup/{id}/activetime', name: 'Screen a risk list for activity' },
      ...{ call: post(/\/riskgroup\/\w+\/activetime$/), ...RISK_SCREENED },
    },
  ),
  rowForm('Submit a hash', typed('Transaction hash', `0x${'a'.repeat(64)}`, 'Submit a hash'), {
    ...{ of: '/virtual/currency/order/recharge/submit/hash', path: '/finance/usdt', call: put(/\/submit\/hash$/) },
    rows: { platform: 'ETHEREUM', status: 'waiting', customerName: 'One', address: '0x1', submitTime: null },
  }),
  rowForm(
    'Test',
    async (page) => {
      await dialog(page).getByRole('textbox', { name: 'Text' }).fill('Bom dia');
      return { press: dialog(page).getByRole('button', { name: 'Generate' }) };
    },
    {
      ...{ of: '/call/engine/{id}/test', path: '/call/engine', rows: { enabled: true, languages: ['pt-BR'] } },
      call: post(/\/call\/engine\/\w+\/test$/),
    },
  ),
  row('Place order', {
    ...{ of: 'ordering/Drafts.tsx', who: 'customer', path: '/send/order?view=drafts' },
    facts: { 'post /gc/groupsendorder/estimate': { cost: 5, balance: 100, enough: true } },
    call: post(/\/draft\/commit$/),
  }),
  topUp('Alipay', 'Get the code'),
  placed({ of: 'kind /draft/commit', path: '/send/order?create=1&draft={draft}', call: post(/\/draft\/commit$/) }),
  placed({
    ...{ of: 'kind ', path: '/send/order?create=1&copy=1', call: post(/\/gc\/groupsendorder$/) },
    facts: {
      'get /gc/groupsendorder/{id}': { channel: 'whatsapp', groupId: '1', message: { type: 'text', text: 'Oi' } },
      'post /gc/groupsendorder/estimate': { total: 5, cost: 5, balance: 100, enough: true },
    },
  }),
  {
    ...{ of: '/pi/personal/info/buy/saas', name: 'Pay with credit', who: 'customer', path: '/welcome' },
    ...{ call: post(/\/personal\/info\/buy\/saas$/), facts: YEAR },
    open: async (page) => {
      await page.getByRole('button', { name: /^Account: / }).click();
      await page.getByRole('menuitem', { name: 'Buy the service' }).click();
      await page.getByRole('tab', { name: 'Credit' }).click();
      return { press: page.getByRole('button', { name: 'Pay with credit' }) };
    },
  },
  {
    ...{ of: '/pay/saas/order', name: 'Show the code', who: 'customer', path: '/welcome' },
    ...{ call: post(/\/pay\/saas\/order$/), facts: YEAR },
    open: async (page) => {
      await page.getByRole('button', { name: /^Account: / }).click();
      await page.getByRole('menuitem', { name: 'Buy the service' }).click();
      await page.getByText('Scan code', { exact: true }).click();
      return { press: page.getByRole('button', { name: 'Show the code' }).first() };
    },
  },
  rowForm('Correct', typed('Amount', '5', 'Save'), {
    ...{ of: '/aty/accountstatement', path: '/finance/statement', call: put(/\/accountstatement$/) },
    rows: { businessType: 'gift', amount: 7, remark: 'One', reverses: undefined, reversed: false },
  }),
  row('Give a year', {
    ...{ of: CUSTOMERS, path: '/customer/list', rows: { type: 2 } },
    call: put(/\/customerinfo\/give\/saas\//),
  }),
  row('Give a year', {
    ...{ of: CUSTOMERS, who: 'agent', name: 'Give a year of its own', path: '/customer/list', rows: { type: 2 } },
    call: put(/\/proxy\/give\/saas\//),
  }),
  row('Undo reversal', {
    ...{ of: 'features/flow/useFlow.tsx', path: '/finance/statement', rows: { reverses: '1' } },
    call: put(/\/accountstatement\/approved$/),
  }),
];

const QUESTIONS: OnceForm[] = [
  row('Verify', {
    ...{ of: CUSTOMERS, path: '/customer/list', rows: { activated: false, type: 2 } },
    call: put(/\/customerinfo\/activation\//),
  }),
  row('Verify', {
    ...{ of: AGENTS, path: '/customer/agent', rows: { activated: false } },
    call: put(/\/proxy\/activation\//),
  }),
  row('Unlock', { of: CUSTOMERS, path: '/customer/list', rows: { locked: true }, call: put(/\/lockOrUnlock$/) }),
  row('Remove two-factor sign-in', { of: CUSTOMERS, path: '/customer/list', call: del(/\/twofactor\//) }),
  row('Delete', { of: CUSTOMERS, path: '/customer/list', call: del(/\/customerinfo\/\w+$/) }),
  row('Reverse', {
    ...{ of: 'features/flow/useFlow.tsx', path: '/finance/statement', call: del(/\/accountstatement\//) },
    rows: { businessType: 'gift', reverses: undefined, reversed: false },
  }),
  row('Lock', {
    of: SYS,
    path: '/system/user',
    rows: { locked: false, userId: '42' },
    call: put(/\/sysuser\/status\//),
  }),
  row('Unlock', {
    of: SYS,
    path: '/system/user',
    rows: { locked: true, userId: '42' },
    call: put(/\/sysuser\/status\//),
  }),
  row('Delete', { of: SYS, path: '/system/user', rows: { userId: '42' }, call: del(/\/sysuser\//) }),
  row('Remove two-factor sign-in', {
    of: SYS,
    path: '/system/user',
    rows: { userId: '42' },
    call: del(/\/twofactor\//),
  }),
  row('Lock', { of: AGENTS, path: '/customer/agent', rows: { locked: false }, call: put(/\/lockOrUnlock$/) }),
  row('Reset the password', { of: AGENTS, path: '/customer/agent', call: put(/\/resetpw\//) }),
  row('Give a year', { of: AGENTS, path: '/customer/agent', call: put(/\/give\/saas\//) }),
  row('Delete', { of: AGENTS, path: '/customer/agent', call: del(/\/proxy\/\w+$/) }),
  row('Enable', { of: NUMBERS, path: '/service/number', rows: { status: 'disabled' }, call: put(/\/usable$/) }),
  row('Disable', { of: NUMBERS, path: '/service/number', rows: { status: 'enabled' }, call: put(/\/usable$/) }),
  row('Delete', { of: NUMBERS, path: '/service/number', rows: {}, call: del(/\/customerserviceraccount\//) }),
  row('Delete', {
    ...{ of: 'features/servicer/Servicer.tsx', path: '/service/staff', rows: {}, call: del(/\/customerservicer\//) },
  }),
  row('Delete', {
    ...{ of: 'features/recording/Recordings.tsx', path: '/call/recording', rows: { state: 'ready' } },
    call: del(/\/call\/recording\//),
  }),
  row('Delete', {
    ...{ of: 'features/voicelanguage/Languages.tsx', path: '/call/language', rows: { shipped: false } },
    call: del(/\/call\/language\//),
  }),
  row('Delete', { of: 'features/voiceconfig/Voices.tsx', path: '/call/voice', rows: {}, call: del(/\/call\/voice\//) }),
  row('Delete', {
    ...{ of: 'features/voiceengine/Engines.tsx', path: '/call/engine', rows: { enabled: false } },
    call: del(/\/call\/engine\//),
  }),
  row('Hide', { of: DICT, path: '/system/dict', rows: { hidden: false }, call: put(/\/system\/dict$/) }),
  row('Reset', { of: DICT, path: '/system/dict', rows: { changed: true }, call: put(/\/system\/dict\/.+\/reset$/) }),
  row('Delete', { of: DICT, path: '/system/dict', rows: { builtIn: false }, call: del(/\/system\/dict\//) }),
  row('Restore', {
    of: LOVS,
    path: '/system/lov',
    rows: { keyword: 'x1', changed: true },
    call: put(/\/lov\/.+\/reset$/),
  }),
  row('Delete', {
    of: LOVS,
    path: '/system/lov',
    rows: { keyword: 'x1', builtIn: false },
    call: del(/\/system\/lov\//),
  }),
  ...(['Publish', 'Revoke', 'Cancel schedule', 'Delete'] as const).map((action, i) =>
    row(action, {
      ...{ of: POSTS, path: '/system/notice', rows: { status: [1, 3, 2, 1][i], contents: { title: 'One' } } },
      call: action === 'Delete' ? del(/\/im\/notice\//) : put(/\/im\/notice\//),
    }),
  ),
  row('Delete', {
    of: 'features/role/Roles.tsx',
    path: '/system/role',
    rows: { builtIn: false, users: 0, code: 'x1' },
    call: del(/\/system\/role\//),
  }),
  row('Remove the limit', {
    of: STOCK,
    path: '/system/stock',
    rows: { countryCode: 'BR' },
    call: del(/\/bulksendstock\//),
  }),
  row('Cancel order', {
    ...{ of: 'features/usdt/useUsdtOrders.tsx', path: '/finance/usdt', call: del(/\/recharge\/expired\//) },
    rows: { platform: 'ETHEREUM', status: 'waiting', customerName: 'One', address: '0x1', submitTime: null },
  }),
  row('Delete', {
    of: 'features/riskgroup/useRiskGroups.tsx',
    path: '/send/risk',
    rows: { memberCount: 1, screenStatus: 'idle' },
    call: del(/\/riskgroup\//),
  }),
  row('Stop screening', {
    ...{ of: 'features/riskgroup/useRiskGroups.tsx', path: '/send/risk', call: put(/\/riskgroup\/\w+\/screen\/stop$/) },
    rows: { screenStatus: 'screening', scope: 'tenant' },
  }),
  row('Stop screening', {
    ...{ of: COLLECTIONS, path: '/send/contact', rows: { screenStatus: 'screening' }, call: put(/\/screen\/stop$/) },
  }),
  row('Delete', {
    of: COLLECTIONS,
    path: '/send/contact',
    rows: { screenStatus: 'idle' },
    call: del(/\/contactsgroup\/\w+$/),
  }),
  row('Delete', {
    ...{ of: 'ordering/Drafts.tsx', who: 'customer', path: '/send/order?view=drafts', rows: { name: 'One' } },
    call: del(/\/groupsendorder\/draft\//),
  }),
  button('Mark all as read', {
    ...{ of: 'features/mynotice/MyNotice.tsx', path: '/account/myNotice', call: put(/\/im\//) },
  }),
  row('Delete', {
    of: 'features/mynotice/MyNotice.tsx',
    path: '/account/myNotice',
    rows: { contents: { title: 'One' } },
    call: put(/\/im\/notice\/read$/),
  }),
  row('Remove', {
    ...{ of: 'features/agent/PriceList.tsx', who: 'agent', path: '/customer/agent?c_tab=prices&c_prices_view=list' },
    ...{ rows: { service: 'bulk.whatsapp', price: 4 }, call: del(/\/service\/price\//) },
  }),
];

export const FORMS: OnceForm[] = [...MONEY, ...QUESTIONS, ...OF_RESOURCES, ...OF_PAGES]; // the last one signs out
