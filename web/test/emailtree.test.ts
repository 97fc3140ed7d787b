import { describe, expect, it } from 'vitest';
import { withCount, withWidth } from '@/features/emailtemplate/ColumnsFields';
import { BLOCK_TYPES, type Block, type Design, emptyDesign, newBlock } from '@/features/emailtemplate/design';
import { type Action, type History, historyOf, reduce, UNDO_LIMIT } from '@/features/emailtemplate/history';
import {
  copyOf,
  find,
  insert,
  move,
  placeFor,
  placeholdersOf,
  refusalOf,
  remove,
  stepFrom,
  update,
  walk,
} from '@/features/emailtemplate/tree';

const text = (id: string, html = `<p>${id}</p>`): Block => ({ id, type: 'text', text: { html } });
const container = (id: string, ...blocks: Block[]): Block => ({ id, type: 'container', blocks });
const columns = (id: string, ...lists: Block[][]): Block => ({
  id,
  type: 'columns',
  columns: lists.map((blocks) => ({ width: 100 / lists.length, blocks })),
});
const design = (...blocks: Block[]): Design => ({ version: 1, style: {}, blocks });

/** Two containers: a text, two columns of which the second is empty, a text; and one with a text. */
const sample = () =>
  design(container('a', text('t1'), columns('k', [text('l')], []), text('t2')), container('b', text('t3')));
const order = (d: Design) =>
  walk(d)
    .map(({ block }) => block.id)
    .join(' ');

describe('the tree of an email', () => {
  it('is walked from top to bottom, with the place of each block', () => {
    expect(order(sample())).toBe('a t1 k l t2 b t3');
    expect(find(sample(), 'l')?.at).toEqual({ parent: 'k', column: 0, index: 0 });
    expect(find(sample(), 'l')?.parents.map((b) => b.id)).toEqual(['a', 'k']);
  });

  it('takes a block into any list that may hold it, and no other', () => {
    expect(order(insert(sample(), text('n'), { parent: 'k', column: 1, index: 0 }))).toBe('a t1 k l n t2 b t3');
    expect(refusalOf(sample(), 'text', { parent: null })).toBe('nested');
    expect(refusalOf(sample(), 'container', { parent: 'a' })).toBe('nested');
    expect(refusalOf(sample(), 'columns', { parent: 'k', column: 0 })).toBe('nested');
    expect(refusalOf(sample(), 'text', { parent: 't1' })).toBe('none');
    expect(insert(sample(), text('n'), { parent: null, index: 0 })).toEqual(sample());
  });

  it('has at most four containers, which can still be moved', () => {
    const full = design(container('a'), container('b'), container('c'), container('d'));
    expect(refusalOf(full, 'container', { parent: null })).toBe('full');
    expect(placeFor(full, 'container', null)).toBeUndefined();
    expect(order(move(full, 'd', { parent: null, index: 0 }))).toBe('d a b c');
  });

  it('moves a block within its list, into a column and into another container', () => {
    expect(order(move(sample(), 't2', { parent: 'a', index: 0 }))).toBe('a t2 t1 k l b t3');
    expect(order(move(sample(), 't1', { parent: 'a', index: 3 }))).toBe('a k l t2 t1 b t3');
    const at = { parent: 'k', column: 1, index: 0 };
    expect(find(move(sample(), 't1', at), 't1')?.at).toEqual(at);
    expect(order(move(sample(), 'k', { parent: 'b', index: 1 }))).toBe('a t1 t2 b t3 k l');
  });

  it('moves no block into itself, and is the same object when nothing moves', () => {
    const d = sample();
    expect(refusalOf(d, 'columns', { parent: 'k', column: 0 }, find(d, 'k')?.block)).toBe('inside');
    expect(move(d, 'k', { parent: 'k', column: 0, index: 0 })).toBe(d);
    expect(move(d, 't1', { parent: 'a', index: 0 })).toBe(d);
    expect(move(d, 't1', { parent: 'a', index: 1 })).toBe(d);
    expect(remove(d, 'none')).toBe(d);
  });

  it('steps down through columns and containers to the end, and up again', () => {
    let d = sample();
    const way: string[] = [];
    for (let to = stepFrom(d, 't1', 1); to; to = stepFrom(d, 't1', 1)) {
      d = move(d, 't1', to);
      way.push(order(d));
    }
    expect(way).toEqual([
      'a k t1 l t2 b t3',
      'a k l t1 t2 b t3',
      'a k l t1 t2 b t3',
      'a k l t1 t2 b t3',
      'a k l t2 t1 b t3',
      'a k l t2 b t1 t3',
      'a k l t2 b t3 t1',
    ]);
    for (let to = stepFrom(d, 't1', -1); to; to = stepFrom(d, 't1', -1)) d = move(d, 't1', to);
    expect(order(d)).toBe(order(sample()));
  });

  it('changes one block and leaves the others the same objects', () => {
    const d = sample();
    const next = update(d, 'l', { align: 'center' });
    expect(find(next, 'l')?.block.align).toBe('center');
    expect(next.blocks[1]).toBe(d.blocks[1]);
    expect(d).toEqual(sample());
  });

  it('copies a block with ids of its own', () => {
    const copy = copyOf(find(sample(), 'k')?.block as Block);
    expect(copy.id).not.toBe('k');
    expect(copy.columns?.[0]?.blocks[0]?.id).not.toBe('l');
    expect(copy.columns?.[0]?.blocks[0]?.text).toEqual({ html: '<p>l</p>' });
  });

  it('puts a new block after the selected one, else at the end', () => {
    expect(placeFor(sample(), 'text', 't1')).toEqual({ parent: 'a', index: 1 });
    expect(placeFor(sample(), 'text', 'a')).toEqual({ parent: 'a', index: 3 });
    expect(placeFor(sample(), 'columns', 'l')).toEqual({ parent: 'a', index: 2 });
    expect(placeFor(sample(), 'container', 'l')).toEqual({ parent: null, index: 1 });
    expect(placeFor(sample(), 'text', null)).toEqual({ parent: 'b', index: 1 });
    expect(placeFor(design(), 'text', null)).toBeUndefined();
  });

  it('knows its placeholders once, with and without a fallback', () => {
    const raw: Block = { id: 'r', type: 'raw', raw: 'code', condition: { field: 'vip', op: 'filled' } };
    const d = design(container('a', text('t', '<p>Dear {name|friend}, {city} {name}</p>'), raw));
    const names = placeholdersOf({ ...d, preheader: 'For {city}' }, '{email}');
    expect(names).toEqual(['email', 'city', 'name', 'code', 'vip']);
  });
});

describe('the columns of a block', () => {
  const three = [
    { width: 33, blocks: [text('x')] },
    { width: 33, blocks: [text('y')] },
    { width: 34, blocks: [text('z')] },
  ];
  const widths = (all: { width: number }[]) => all.map((c) => c.width);

  it('keep every block when there are fewer', () => {
    const two = withCount(three, 2);
    expect(two.map((c) => c.blocks.map((b) => b.id))).toEqual([['x'], ['y', 'z']]);
    expect(widths(two)).toEqual([50, 50]);
    expect(widths(withCount(three, 3))).toEqual([33, 33, 34]);
  });

  it('add up to 100 whichever width one of them gets', () => {
    expect(widths(withWidth(three, 0, 50))).toEqual([50, 25, 25]);
    expect(widths(withWidth(three, 1, 80))).toEqual([10, 80, 10]);
    for (let width = 10; width <= 80; width++) {
      const all = widths(withWidth(three, 2, width));
      expect(all.reduce((sum, w) => sum + w, 0)).toBe(100);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(10);
    }
  });
});

describe('the history of an editor', () => {
  const start = () => historyOf({ subject: 'S', design: sample() });
  const run = (h: History, ...actions: Action[]) => actions.reduce(reduce, h);

  it('undoes and redoes each step, and forgets what was undone when something else is done', () => {
    const done = run(start(), { do: 'remove', id: 't1' }, { do: 'duplicate', id: 't2' });
    expect(done.past).toHaveLength(2);
    const back = run(done, { do: 'undo' }, { do: 'undo' });
    expect(back.now.design).toEqual(sample());
    expect(run(back, { do: 'redo' }).now.design).toEqual(done.past[1]?.design);
    expect(run(back, { do: 'remove', id: 'l' }).future).toEqual([]);
    expect(run(start(), { do: 'undo' }, { do: 'redo' })).toEqual(start());
  });

  it('undoes together what was typed in one field without a pause', () => {
    const type = (html: string, time: number, id = 't1'): Action => {
      return { do: 'update', id, change: { text: { html } }, time };
    };
    const other = [type('d', 2000, 't2'), type('e', 9000, 't2')];
    const h = run(start(), type('a', 0), type('ab', 900), type('abc', 1800), ...other);
    expect(h.past).toHaveLength(3);
    const back = run(h, { do: 'undo' }, { do: 'undo' });
    expect(find(back.now.design, 't1')?.block.text?.html).toBe('abc');
  });

  it('selects what was added, and the neighbour of what was removed', () => {
    const added = run(start(), { do: 'insert', block: text('n'), to: { parent: 'b', index: 0 } });
    expect(added.selected).toBe('n');
    expect(run(start(), { do: 'remove', id: 't1' }).selected).toBe('k');
    expect(run(start(), { do: 'remove', id: 't2' }).selected).toBe('k');
    expect(run(start(), { do: 'remove', id: 'l' }).selected).toBe('k');
  });

  it('gives the same state when nothing changes, and bounds what can be undone', () => {
    const h = start();
    expect(run(h, { do: 'move', id: 't1', to: { parent: 'a', index: 0 } })).toBe(h);
    const many = Array.from({ length: UNDO_LIMIT + 20 }, (_, i): Action => {
      return { do: 'subject', subject: `${i}`, time: i * 2000 };
    });
    expect(run(h, ...many).past).toHaveLength(UNDO_LIMIT);
  });

  it('duplicates no fifth container', () => {
    const full = historyOf({ subject: '', design: design(...'abcd'.split('').map((id) => container(id))) });
    expect(run(full, { do: 'duplicate', id: 'a' })).toBe(full);
  });
});

describe('new blocks', () => {
  const texts = { paragraph: 'P', button: 'B', address: 'A' };

  it('have what their type needs, and no two have one id', () => {
    const all = BLOCK_TYPES.map((type) => newBlock(type, texts));
    expect(new Set(all.map((b) => b.id)).size).toBe(BLOCK_TYPES.length);
    const own = { container: 'blocks', spacer: 'height' } as Record<string, string>;
    for (const block of all) expect(Object.keys(block)).toEqual(['id', 'type', own[block.type] ?? block.type]);
  });

  it('survive the way over the wire', () => {
    const blocks = [newBlock('container', texts), container('c', newBlock('columns', texts))];
    const d = { ...emptyDesign('pt-BR'), blocks };
    expect(JSON.parse(JSON.stringify(d))).toEqual(d);
  });
});
