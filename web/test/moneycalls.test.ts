import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FORMS } from '../e2e/onceforms';

const SRC = path.join(import.meta.dirname, '../src');

/** Paths of calls that move or reserve credit, pay, or send something that costs. */
const MONEY =
  /recharge|withdrawal|rebate|\/give|amounts\/move|refund|\/pay\/|buy\/saas|draft\/commit|retry|settle|accountstatement|\/screen$|activetime|messages$|\/test$|^kind $/;

/** How each of them is sent. Each way is tested by itself in `once.test.tsx`; a call that is not named here is not tested. */
const WAYS: Record<string, 'form' | 'question' | 'button' | 'order'> = {
  'kind ': 'order',
  'kind /draft/commit': 'order',
  'kind /{id}/refund': 'form',
  'kind /{id}/retry': 'question',
  '/aty/accountstatement': 'form',
  '/aty/accountstatement/approved': 'form',
  '/aty/contactsgroup/{id}/activetime': 'question',
  '/aty/contactsgroup/{id}/screen': 'form',
  '/aty/customerinfo/amounts/move': 'form',
  '/aty/customerinfo/give': 'form',
  '/aty/customerinfo/give/saas/{id}': 'question',
  '/aty/customerinfo/rebate': 'form',
  '/aty/customerinfo/recharge': 'form',
  '/aty/customerinfo/withdrawal': 'form',
  '/aty/recharge/{orderId}/refund': 'form',
  '/bgo/buildgroup/{id}/group/{n}/settle': 'form',
  '/call/engine/{id}/test': 'button',
  '/gc/groupsendorder/test': 'form',
  '/gc/inbox/{id}/messages': 'form',
  '/pay/order': 'button',
  '/pay/rate/{id}': 'form',
  '/pay/saas/order': 'button',
  '/pi/personal/info/buy/saas': 'button',
  '/proxy/give/saas/{id}': 'question',
  '/virtual/currency/order/recharge/retry/{id}': 'form',
  '/virtual/currency/order/recharge/submit/hash': 'form',
};

/**
 * What the browser's proof (`e2e/once.spec.ts`) does not drive, because it stands on what another page left, and where it is proven:
 * each is sent by the same form, question or button as one that is driven.
 */
const ELSEWHERE = new Set([
  'kind /{id}/refund',
  'kind /{id}/retry',
  '/aty/accountstatement/approved',
  '/aty/recharge/{orderId}/refund',
  '/bgo/buildgroup/{id}/group/{n}/settle',
  '/gc/groupsendorder/test',
  '/gc/inbox/{id}/messages',
  '/virtual/currency/order/recharge/retry/{id}',
]);

/** The same of questions, by the file that asks them; of some another question of the file is driven. */
const ASKED_ELSEWHERE = new Set([
  'features/agent/PriceList.tsx',
  'features/agent/useAgents.tsx',
  'features/appkey/AppKey.tsx',
  'features/contact/useMembers.tsx',
  'features/customer/KeyModal.tsx',
  'features/customer/useActions.tsx',
  'features/inbox/Suppress.tsx',
  'features/menu/NodePanel.tsx',
  'features/order/TestSend.tsx',
  'features/order/Trial.tsx',
  'features/price/Charges.tsx',
  'features/price/ImportPrices.tsx',
  'features/rate/Rates.tsx',
  'features/riskgroup/RiskMembers.tsx',
  'features/serviceaccount/Serviceaccount.tsx',
  'features/session/SessionList.tsx',
  'features/setting/SettingRow.tsx',
  'features/stock/Stock.tsx',
  'features/stock/useGroupDays.tsx',
  'features/template/Actions.tsx',
  'features/usdt/UsdtOrder.tsx',
  'layout/Account.tsx',
  'layout/TokenOffer.tsx',
  'layout/saas/Offer.tsx',
  'ordering/ActionButtons.tsx',
  'ordering/useOrders.tsx',
  'ordering/useShort.ts',
  'tabs/useTabs.ts',
]);

const names = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((f) => /\.tsx?$/.test(f))
  .toSorted();
const files = names.map((f) => fs.readFileSync(path.join(SRC, f), 'utf8'));

const calls = () => {
  const call = /\bto\(\s*'(?:post|put)',\s*(?:at\(kind, '([^']*)'\)|'([^']+)')/g;
  const found = files.flatMap((text) => [...text.matchAll(call)].map((m) => m[2] ?? `kind ${m[1]}`));
  return [...new Set(found.filter((p) => MONEY.test(p)))].toSorted();
};

it('every call that moves credit is sent in a way that is tested to send one', () => {
  expect(calls()).toEqual(Object.keys(WAYS).toSorted());
});

it('every call that moves credit is driven in a browser, or named as proven elsewhere', () => {
  const address = (p: string) => `/api${p.replace(/^kind /, '/gc/groupsendorder').replace(/\{\w+\}/g, '1')}`;
  const driven = (p: string) => FORMS.some((f) => f.call.method !== 'DELETE' && f.call.url.test(address(p)));
  expect(calls().filter((p) => !driven(p))).toEqual([...ELSEWHERE].filter((p) => !driven(p)).toSorted());
});

it('every question is driven in a browser, or named as asked elsewhere', () => {
  const asks = /\bconfirm(?:=\{|: (?:\(|async|asks)|\(\{)/g;
  // What every form and list asks by.
  const kit = (f: string) => f.startsWith('kit/') || /ordering\/(usePlace|useAsk)\.ts$/.test(f);
  const of = names.map((f, i) => ({ f, n: kit(f) ? 0 : [...(files[i] as string).matchAll(asks)].length }));
  const missing = of.filter(({ f, n }) => n > 0 && FORMS.filter((form) => form.of === f).length < n).map(({ f }) => f);
  expect(missing.filter((f) => !ASKED_ELSEWHERE.has(f))).toEqual([]);
  expect([...ASKED_ELSEWHERE].filter((f) => !names.includes(f))).toEqual([]);
});

it('questions are asked by the one guard that keeps each to one dialog', () => {
  const own = files.filter((text) => /\bModal\.(confirm|info|warning|error|success)\(|\bModal\.useModal\b/.test(text));
  expect(own).toEqual([]);
  expect(files.filter((text) => /\bApp\.useApp\(/.test(text))).toHaveLength(1);
});
