import { type Block, type BlockType, type Column, DESIGN_LIMITS, type Design, newId } from './design';

/** The list that holds a block: of the email, of a container, or of a column. */
export type ListRef = { parent: string | null; column?: number };
/** A place in a list. */
export type Place = ListRef & { index: number };
export type Refusal = 'full' | 'nested' | 'inside' | 'none';

/** A block with where it stands. */
export type Found = { block: Block; at: Place; parents: Block[] };

/** The lists within a block. */
const listsOf = (block: Block): Block[][] =>
  block.type === 'container' ? [block.blocks ?? []] : (block.columns ?? []).map((c) => c.blocks);

/** Every block from top to bottom. */
export function walk(design: Design): Found[] {
  const all: Found[] = [];
  const visit = (list: Block[], ref: ListRef, parents: Block[]) => {
    for (const [index, block] of list.entries()) {
      all.push({ block, at: { ...ref, index }, parents });
      for (const [i, inner] of listsOf(block).entries()) visit(inner, refOf(block, i), [...parents, block]);
    }
  };
  visit(design.blocks, { parent: null }, []);
  return all;
}

const refOf = (block: Block, i: number): ListRef =>
  block.type === 'columns' ? { parent: block.id, column: i } : { parent: block.id };

export const find = (design: Design, id: string | null): Found | undefined =>
  walk(design).find(({ block }) => block.id === id);

/** The blocks of a list; undefined where there is no such list. */
export function listAt(design: Design, { parent, column }: ListRef): Block[] | undefined {
  if (parent === null) return design.blocks;
  const block = find(design, parent)?.block;
  if (block?.type === 'container') return block.blocks ?? [];
  return block?.columns?.[column ?? 0]?.blocks;
}

/** Changes every list of a tree by a rule; what the rule leaves alone stays the same object. */
function mapLists(design: Design, change: (list: Block[], ref: ListRef) => Block[]): Design {
  const visit = (list: Block[], ref: ListRef): Block[] => {
    const next = list.map((block) => {
      if (block.type === 'container') {
        const blocks = visit(block.blocks ?? [], refOf(block, 0));
        return blocks === block.blocks ? block : { ...block, blocks };
      }
      if (!block.columns) return block;
      const columns = block.columns.map((c, i): Column => {
        const blocks = visit(c.blocks, refOf(block, i));
        return blocks === c.blocks ? c : { ...c, blocks };
      });
      return columns.every((c, i) => c === block.columns?.[i]) ? block : { ...block, columns };
    });
    return change(next.every((b, i) => b === list[i]) ? list : next, ref);
  };
  const blocks = visit(design.blocks, { parent: null });
  return blocks === design.blocks ? design : { ...design, blocks };
}

const isSame = (a: ListRef, b: ListRef) => a.parent === b.parent && (a.column ?? 0) === (b.column ?? 0);

/** Why a block of a type cannot stand in a list; undefined where it can. */
export function refusalOf(design: Design, type: BlockType, to: ListRef, moving?: Block): Refusal | undefined {
  if (moving && to.parent !== null && holds(moving, to.parent)) return 'inside';
  if (to.parent === null) {
    if (type !== 'container') return 'nested';
    return !moving && design.blocks.length >= DESIGN_LIMITS.containers ? 'full' : undefined;
  }
  const parent = find(design, to.parent)?.block;
  if (!parent || !listAt(design, to)) return 'none';
  if (type === 'container') return 'nested';
  return type === 'columns' && parent.type === 'columns' ? 'nested' : undefined;
}

const holds = (block: Block, id: string): boolean =>
  block.id === id || listsOf(block).some((list) => list.some((inner) => holds(inner, id)));

/** Puts a block into a place. */
export function insert(design: Design, block: Block, to: Place): Design {
  if (refusalOf(design, block.type, to)) return design;
  return mapLists(design, (list, ref) => (isSame(ref, to) ? list.toSpliced(to.index, 0, block) : list));
}

export function remove(design: Design, id: string): Design {
  return mapLists(design, (list) => (list.some((b) => b.id === id) ? list.filter((b) => b.id !== id) : list));
}

/** Moves a block to a place, which is named as it is before the block has left its own. */
export function move(design: Design, id: string, to: Place): Design {
  const found = find(design, id);
  if (!found || refusalOf(design, found.block.type, to, found.block)) return design;
  const own = isSame(found.at, to);
  const index = own && found.at.index < to.index ? to.index - 1 : to.index;
  if (own && index === found.at.index) return design;
  const without = remove(design, id);
  return mapLists(without, (list, ref) => (isSame(ref, to) ? list.toSpliced(index, 0, found.block) : list));
}

/** Changes fields of a block. */
export function update(design: Design, id: string, change: Partial<Block>): Design {
  return mapLists(design, (list) =>
    list.some((b) => b.id === id) ? list.map((b) => (b.id === id ? { ...b, ...change } : b)) : list,
  );
}

/** A copy with ids of its own. */
export function copyOf(block: Block): Block {
  return {
    ...block,
    id: newId(),
    ...(block.blocks ? { blocks: block.blocks.map(copyOf) } : {}),
    ...(block.columns ? { columns: block.columns.map((c) => ({ ...c, blocks: c.blocks.map(copyOf) })) } : {}),
  };
}

/** Where the next place up or down is: within the list, else in the list beside it. Undefined at the end of the email. */
export function stepFrom(design: Design, id: string, by: 1 | -1): Place | undefined {
  const found = find(design, id);
  if (!found) return undefined;
  const { block, at } = found;
  const lists = refsOf(design).filter((ref) => !refusalOf(design, block.type, ref, block));
  const places = lists.flatMap((ref) =>
    Array.from({ length: (listAt(design, ref)?.length ?? 0) + 1 }, (_, index): Place => ({ ...ref, index })),
  );
  const order = places.filter((p) => !isSame(p, at) || (p.index !== at.index && p.index !== at.index + 1));
  const own = orderOf(design, at);
  const ranked = order.map((place) => ({ place, rank: orderOf(design, place) }));
  if (by < 0) return ranked.filter(({ rank }) => isBefore(rank, own)).sort((a, b) => compare(b.rank, a.rank))[0]?.place;
  const after = orderOf(design, { ...at, index: at.index + 1 });
  return ranked.filter(({ rank }) => isBefore(after, rank)).sort((a, b) => compare(a.rank, b.rank))[0]?.place;
}

/** Every list of a design, from top to bottom. */
function refsOf(design: Design): ListRef[] {
  const inner = walk(design).flatMap(({ block }) => listsOf(block).map((_, i) => refOf(block, i)));
  return [{ parent: null }, ...inner];
}

/** The way to a place from the top: what is before a block is before what the block holds. */
function orderOf(design: Design, place: Place): number[] {
  if (place.parent === null) return [place.index];
  const parent = find(design, place.parent);
  if (!parent) return [];
  return [...orderOf(design, parent.at), place.column ?? 0, place.index];
}

/** Orders ways by place; one that another begins with is the one before the block that holds it. */
function compare(a: number[], b: number[]): number {
  for (const [i, n] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (n !== other) return n - other;
  }
  return a.length - b.length;
}
const isBefore = (a: number[], b: number[]) => compare(a, b) < 0;

/** Where a new block of a type goes: after the selected one, or in it, or at the end. Undefined where none may. */
export function placeFor(design: Design, type: BlockType, selected: string | null): Place | undefined {
  const found = find(design, selected);
  const last = (ref: ListRef): Place => ({ ...ref, index: listAt(design, ref)?.length ?? 0 });
  const own: Place[] = found
    ? [
        ...listsOf(found.block).map((_, i) => last(refOf(found.block, i))),
        after(found.at),
        ...found.parents.toReversed().flatMap((p) => [afterBlock(design, p)]),
      ]
    : [];
  const ends = design.blocks.toReversed().map((c) => last(refOf(c, 0)));
  return [...own, ...ends, last({ parent: null })].find((place) => !refusalOf(design, type, place));
}

const after = (at: Place): Place => ({ ...at, index: at.index + 1 });
const afterBlock = (design: Design, block: Block): Place =>
  after(find(design, block.id)?.at ?? { parent: null, index: 0 });

const PLACEHOLDER = /\{([\p{L}\p{N}_]{1,60})(?:\|[^{}|\r\n]{0,200})?\}/gu;

/** Names of the placeholders of a design and further texts, in the order of their first use. */
export function placeholdersOf(design: Design, ...texts: string[]): string[] {
  const raw = walk(design).flatMap(({ block }) => [
    ...(block.type === 'raw' && block.raw ? [block.raw] : []),
    ...(block.condition?.field ? [block.condition.field] : []),
  ]);
  const all = [...texts, design.preheader ?? '', ...walk(design).flatMap(({ block }) => textsOf(block))];
  const named = all.flatMap((text) => Array.from(text.matchAll(PLACEHOLDER), (hit) => hit[1] as string));
  return [...new Set([...named, ...raw])];
}

function textsOf({ text, button, picture, footer, social }: Block): string[] {
  const links = (social ?? []).map((s) => s.url);
  const all = [text?.html, button?.label, button?.link, picture?.url, picture?.alt, picture?.link, footer?.html];
  return [...all, footer?.unsubscribe, ...links].filter((t): t is string => Boolean(t));
}
