import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

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

const files = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((f) => /\.tsx?$/.test(f))
  .map((f) => fs.readFileSync(path.join(SRC, f), 'utf8'));

it('every call that moves credit is sent in a way that is tested to send one', () => {
  const call = /\bto\(\s*'(?:post|put)',\s*(?:at\(kind, '([^']*)'\)|'([^']+)')/g;
  const found = files.flatMap((text) => [...text.matchAll(call)].map((m) => m[2] ?? `kind ${m[1]}`));
  expect([...new Set(found.filter((p) => MONEY.test(p)))].toSorted()).toEqual(Object.keys(WAYS).toSorted());
});

it('questions are asked by the one guard that keeps each to one dialog', () => {
  const own = files.filter((text) => /\bModal\.(confirm|info|warning|error|success)\(|\bModal\.useModal\b/.test(text));
  expect(own).toEqual([]);
  expect(files.filter((text) => /\bApp\.useApp\(/.test(text))).toHaveLength(1);
});
