import { describe, expect, it } from 'vitest';
import { changesOf, verbOf } from '@/features/audit/line';

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
      { field: 'roles', before: '["x"]', after: '["x"]', changed: false },
      { field: 'kept', before: '1', after: '1', changed: false },
    ]);
  });

  it('reads a creation, a deletion and a bare value', () => {
    expect(changesOf({ before: null, after: { a: true } })).toEqual([
      { field: 'a', before: undefined, after: 'true', changed: true },
    ]);
    expect(changesOf({ before: { a: 1 }, after: undefined })).toEqual([
      { field: 'a', before: '1', after: undefined, changed: true },
    ]);
    expect(changesOf({ before: [1], after: [2] })).toEqual([
      { field: 'value', before: '[1]', after: '[2]', changed: true },
    ]);
  });
});
