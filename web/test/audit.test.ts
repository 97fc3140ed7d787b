import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { amountOf, changesOf, verbOf } from '@/features/audit/line';
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
