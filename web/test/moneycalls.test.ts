import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FORMS } from '../e2e/onceforms';

const SRC = path.join(import.meta.dirname, '../src');
const file = path.join(import.meta.dirname, '../../pkg/app/openapi.json');
const document = JSON.parse(fs.readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, object>> };

/** Paths of calls that move or reserve credit, pay, or send something that costs. */
const MONEY =
  /recharge|withdrawal|rebate|\/give|amounts\/move|refund|\/pay\/|buy\/saas|draft\/commit|retry|settle|accountstatement|\/screen$|activetime|messages$|\/test$|\/\{num\}$|^kind $/;

/** Way in which each call is sent. `once.test.tsx` tests each way; a call that is not listed here is not tested. */
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
  '/aty/customerinfo/{userId}/{num}': 'form',
  '/aty/recharge/{orderId}/refund': 'form',
  '/aty/riskgroup/{id}/activetime': 'form',
  '/aty/riskgroup/{id}/screen': 'form',
  '/bgo/buildgroup/{id}/group/{n}/settle': 'form',
  '/call/engine/{id}/test': 'button',
  '/edm/order/test': 'form',
  '/gc/groupsendorder/test': 'form',
  '/gc/inbox/{id}/messages': 'form',
  '/pay/order': 'button',
  '/pay/rate/{id}': 'form',
  '/pay/saas/order': 'button',
  '/pi/personal/info/buy/saas': 'button',
  '/proxy/give/saas/{id}': 'question',
  '/proxy/rebate': 'form',
  '/proxy/withdrawal': 'form',
  '/virtual/currency/order/recharge/retry/{id}': 'form',
  '/virtual/currency/order/recharge/submit/hash': 'form',
};

/** Paths that look like it and move nothing: the books are checked, the rates read, and a work item is given back. */
const READ = new Set(['/aty/accountstatement/reconcile', '/pay/rate', '/comment/item/{id}/giveback']);

/** Questions that the browser's proof does not drive, because the server hears nothing of their answer. */
const ANSWERED_HERE = new Set([
  'app/shell/TokenOffer.tsx', // takes the token of a link, and loads the page anew
  'features/customer/useHandover.tsx', // says what was made
  'features/saas/Offer.tsx', // opens the purchase of the service, which is driven
  'ordering/useTopUpOffer.ts', // opens the top-up, which is driven
  'app/tabs/useTabs.ts', // discards what was typed
  'features/emailtemplate/Session.tsx', // likewise
]);

const names = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((f) => /\.tsx?$/.test(f))
  .toSorted();
const files = names.map((f) => fs.readFileSync(path.join(SRC, f), 'utf8'));

/** Calls of the console by the paths that stand in its code, also those that stand in a constant. */
const calls = () => {
  const own = files.filter((_, i) => !names[i]?.startsWith('lib/api/'));
  const kinds = own.flatMap((text) => [
    ...text.matchAll(/\brequest\(\s*'(?:post|put)',\s*endpoint\(kind, '([^']*)'\)/g),
  ]);
  const paths = own.flatMap((text) => [...text.matchAll(/'(\/[^'\s]+)'/g)]).map((m) => m[1] as string);
  const changing = paths.filter((p) => document.paths[p]?.post ?? document.paths[p]?.put);
  const found = [...kinds.map((m) => `kind ${m[1]}`), ...changing];
  return [...new Set(found.filter((p) => MONEY.test(p) && !READ.has(p)))].toSorted();
};

it('every call that moves credit is sent in a way that is tested to send one', () => {
  expect(calls()).toEqual(Object.keys(WAYS).toSorted());
});

it('every call that moves credit is driven in a browser', () => {
  const filled = (p: string) => p.replace(/\{num\}/g, '1.50').replace(/\{\w+\}/g, '1');
  const address = (p: string) => `/api${filled(p.replace(/^kind /, '/gc/groupsendorder'))}`;
  const driven = (p: string) => FORMS.some((f) => f.call.method !== 'DELETE' && f.call.url.test(address(p)));
  expect(calls().filter((p) => !driven(p))).toEqual([]);
});

it('every question whose answer the server hears is driven in a browser', () => {
  const asks = /\bconfirm(?:=\{|: (?:\(|async|asks)|\(\{)/g;
  // The shared code through which forms and lists ask.
  const kit = (f: string) =>
    f.startsWith('kit/') || f.startsWith('lib/') || /ordering\/(usePlaceOrder|useConfirmOrder)\.ts$/.test(f);
  const of = names.map((f, i) => ({ f, n: kit(f) ? 0 : [...(files[i] as string).matchAll(asks)].length }));
  const missing = of.filter(({ f, n }) => n > 0 && FORMS.filter((form) => form.of === f).length < n).map(({ f }) => f);
  expect(missing.filter((f) => !ANSWERED_HERE.has(f))).toEqual([]);
  expect([...ANSWERED_HERE].filter((f) => !names.includes(f))).toEqual([]);
});

it('questions are asked by the one guard that keeps each to one dialog', () => {
  const own = files.filter((text) => /\bModal\.(confirm|info|warning|error|success)\(|\bModal\.useModal\b/.test(text));
  expect(own).toEqual([]);
  expect(files.filter((text) => /\bApp\.useApp\(/.test(text))).toHaveLength(1);
});
