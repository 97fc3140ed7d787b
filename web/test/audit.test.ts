import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { amountOf, changesOf, type Line, verbOf } from '@/features/audit/line';
import { pageOfObject } from '@/features/audit/links';
import { plain, sentenceOf } from '@/features/audit/sentence';
import { doneIn, nameOf } from '@/features/audit/texts';
import words from '../messages/en-US/auditWords.json';

describe('a line of the log', () => {
  it('names what a call does', () => {
    expect(['POST /api/x', 'PUT /api/x', 'DELETE /api/x/{id}'].map(verbOf)).toEqual(['add', 'edit', 'del']);
  });

  it('tells what changed before what stayed, and leaves out what was never there', () => {
    const changes = changesOf({
      before: { name: 'A', roles: ['x'], phone: '', kept: 1 },
      after: { name: 'B', roles: ['x'], phone: '', kept: 1 },
    });
    expect(changes).toEqual([
      { field: 'name', before: 'A', after: 'B', changed: true },
      { field: 'roles', before: 'x', after: 'x', changed: false },
      { field: 'kept', before: '1', after: '1', changed: false },
    ]);
  });

  it('reads lists and texts by language as people do', () => {
    const [names, nested] = changesOf({
      after: { names: { en_US: 'A', pt_BR: 'B' }, nested: [{ a: 1 }] },
      before: null,
    });
    expect(names?.after).toBe('en_US: A; pt_BR: B');
    expect(nested?.after).toBe('[{"a":1}]');
  });

  it('reads a creation, a deletion and a bare value', () => {
    expect(changesOf({ before: null, after: { a: true } })).toEqual([
      { field: 'a', before: undefined, after: 'true', changed: true },
    ]);
    expect(changesOf({ before: { a: 1 }, after: undefined })).toEqual([
      { field: 'a', before: '1', after: undefined, changed: true },
    ]);
    expect(changesOf({ before: [1], after: [2] })).toEqual([
      { field: 'value', before: '1', after: '2', changed: true },
    ]);
  });

  it('says in words what every call does that the log keeps', () => {
    const file = path.join(import.meta.dirname, '../../pkg/app/openapi.json');
    const { paths } = JSON.parse(fs.readFileSync(file, 'utf8')) as { paths: Record<string, object> };
    const calls = Object.entries(paths).flatMap(([to, by]) => Object.keys(by).map((m) => `${m.toUpperCase()} ${to}`));
    // Calls that only read are not in the log.
    const asks =
      /^GET |estimate$|edm\/template\/(?:import|preview)$|money$|readFile$|countrys$|check_token$|subUser$|ticket$|invalid-hash$|\/lov\/check$/;
    const changes = calls.filter((c) => !asks.test(c));
    expect(changes.filter((c) => !(c in words.done))).toEqual([]);
    expect(Object.keys(words.done).filter((c) => !changes.includes(c))).toEqual([]);
  });

  it('names what was changed as it is called, and a new call as it was sent', () => {
    expect(doneIn(words, 'PUT /api/system/role')).toBe('Changed a role');
    expect(doneIn(words, 'PUT /api/new/thing')).toBe('PUT /new/thing');
    expect(nameOf({ before: { name: 'Old' }, after: { name: 'Sales', code: 's' } })).toBe('Sales');
    expect(nameOf({ before: { username: 'u' }, after: undefined })).toBe('u');
    expect(nameOf({ before: null, after: 3 })).toBe('');
  });
});

describe('a sentence of the log', () => {
  const line = { objectName: 'Aurora Market', before: null, after: { amount: '5000.00', serial: 'S1', type: 'gift' } };
  it('names the user that was changed before what the call recorded', () => {
    expect(nameOf(line)).toBe('Aurora Market');
    expect(nameOf({ before: null, after: { orderNo: 'GS1' } })).toBe('GS1');
  });
  it('has the credit of a movement, and no other amount', () => {
    expect(amountOf(line)).toBe(5000);
    expect(amountOf({ after: { amount: '5000.00' } })).toBeUndefined();
    expect(amountOf({ after: { amount: 'many', serial: 'S1' } })).toBeUndefined();
  });
});

describe('a record as a sentence', () => {
  const users = [
    { userId: 'c1', name: 'Aurora', type: 2 },
    { userId: 'c2', name: 'Boreal', type: 2, deleted: true },
  ];
  const record = (action: string, more: object = {}) =>
    ({ userId: 'a', operator: 'Admin', action, object: 'c1', users, ...more }) as unknown as Line;
  const say = { credits: (n: number) => n.toFixed(2), service: (s: string) => s, country: (c: string) => c };
  const template = (call: string) => (words.said as Record<string, string>)[call] ?? '';
  const said = (line: Line) => plain(sentenceOf(line, words, say));

  it('names who did what to whom with how much credit', () => {
    expect(said(record('PUT /api/aty/customerinfo/recharge', { after: { amount: '5000.00', serial: 'S' } }))).toBe(
      'Admin recharged Aurora with 5000.00',
    );
    expect(said(record('PUT /api/aty/customerinfo/withdrawal', { after: { amount: '-20.00' } }))).toBe(
      'Admin withdrew 20.00 from Aurora',
    );
    const move = { after: { amount: '7.00', from: 'c2' } };
    expect(said(record('POST /api/aty/customerinfo/amounts/move', move))).toBe(
      'Admin moved 7.00 from Boreal to Aurora',
    );
    const order = { object: 'o', after: { orderNo: 'GS1', cost: '12.00' } };
    expect(said(record('POST /api/gc/groupsendorder', order))).toBe('Admin placed the order GS1 for 12.00');
  });

  it('tells on from off, and does without what the record lacks', () => {
    const lock = (locked: boolean) => said(record('PUT /api/blacklistuserinfo/lockOrUnlock', { after: { locked } }));
    expect([lock(true), lock(false)]).toEqual(['Admin locked Aurora', 'Admin unlocked Aurora']);
    expect(said(record('POST /api/gc/groupsendorder', { object: 'o', after: { orderNo: 'GS1' } }))).toBe(
      'Admin placed an order: GS1',
    );
    expect(said(record('PUT /api/system/role', { object: 'r', after: { name: 'Sales' } }))).toBe(
      'Admin changed a role: Sales',
    );
    expect(said(record('DELETE /api/oauth/logout', { object: 'a' }))).toBe('Admin signed out');
  });

  it('leads to the page of what still exists', () => {
    const move = record('POST /api/aty/customerinfo/amounts/move');
    expect(pageOfObject(move)).toBe('aty/customer');
    expect(pageOfObject({ ...move, object: 'c2' })).toBeUndefined();
    expect(pageOfObject({ ...move, object: 'o', action: 'PUT /api/gc/groupsendorder/{id}/pause' })).toBe('gc/order');
    expect(pageOfObject({ ...move, object: 'o', action: 'DELETE /api/gc/groupsendorder/{id}' })).toBeUndefined();
    expect(pageOfObject({ ...move, object: 'd', action: 'POST /api/gc/groupsendorder/draft' })).toBeUndefined();
  });

  it('is written for every call that moves credit, with the amount, and for no call that does not exist', () => {
    const calls = Object.keys(words.said).filter((key) => !key.startsWith('any'));
    expect(calls.filter((key) => !(key.replace(/#o.*/, '') in words.done))).toEqual([]);
    const money =
      /customerinfo\/(recharge|give|rebate|withdrawal|\{userId\}|amounts)|accountstatement(?!\/reconcile)|refund$|\/order$|buildgroup$|saas|pay\/order|proxy\/(rebate|withdrawal|statement|give)|groupsendorder$|price\/charge\/save|service\/price$|commit$|screen$|activetime$/;
    const silent = Object.keys(words.done).filter(
      (call) => !call.includes('test') && money.test(call) && !/\{(amount|signed|old|price)\}/.test(template(call)),
    );
    expect(silent).toEqual([]);
  });
});
