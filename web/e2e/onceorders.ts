import type { Page } from '@playwright/test';
import { del, dialog, firstRow, type OnceForm, put } from './once';
import { batch, order } from './onceshared';

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

/** Actions of an order's page, and of chosen rows. */
export const OF_ORDERS: OnceForm[] = [
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
