import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import * as messages from '../scripts/messages.mjs';

type Text = Record<string, string>;
type Group = { [key: string]: Text | Group | string };

const all: Group = messages.namespaces();

/** Every text by its path: `order.actions.pause`. The name of another text is none. */
function texts(group: Group, at = ''): [name: string, text: Text][] {
  return Object.entries(group).flatMap(([key, node]): [string, Text][] =>
    typeof node === 'string'
      ? []
      : messages.isText(node)
        ? [[at + key, node as Text]]
        : texts(node as Group, `${at}${key}.`),
  );
}

/** Names of the arguments of a message, without the words of a plural. */
const argumentsOf = (text = '') =>
  [...new Set(Array.from(text.matchAll(/(?<!(?:=\d+|, 1|one|other) )\{(\w+)\s*[,}]/g), (m) => m[1]))].sort().join(', ');

const wrong = (test: (text: Text, name: string) => boolean) =>
  texts(all)
    .filter(([name, text]) => test(text, name))
    .map(([name]) => name);

describe('the four languages', () => {
  it('stand side by side in every text, in their order', () => {
    expect(texts(all).length).toBeGreaterThan(2500);
    expect(wrong((text) => String(Object.keys(text)) !== String(LOCALES))).toEqual([]);
  });

  it('have no empty text', () => {
    expect(wrong((text) => LOCALES.some((locale) => !text[locale]?.trim()))).toEqual([]);
  });

  it('have the same arguments', () => {
    expect(wrong((text) => new Set(LOCALES.map((locale) => argumentsOf(text[locale]))).size > 1)).toEqual([]);
  });

  it('are four: no two share their sentences', () => {
    const sentences = LOCALES.map((locale) => JSON.stringify(messages.inLocale(all, locale)));
    expect(new Set(sentences).size).toBe(LOCALES.length);
  });
});

describe('a text that features share', () => {
  const same = (text: Text) => LOCALES.map((locale) => text[locale]).join('\n');
  const sources = messages.sources() as { file: string; namespaces: Group }[];
  const own = ({ namespaces }: (typeof sources)[number], but: string) =>
    texts(namespaces).filter(([name]) => !name.startsWith(but));

  it('of `common` is written once: a feature leaves it out, or names it under its own key', () => {
    const common = new Map(texts(all.common as Group, 'common.').map(([name, text]) => [same(text), name]));
    const repeated = sources.flatMap((source) =>
      own(source, 'common.').flatMap(([name, text]) => {
        const known = common.get(same(text));
        return known ? [`${source.file}: ${name} is "${known}"`] : [];
      }),
    );
    expect(repeated).toEqual([]);
  });

  it('is written once in a file', () => {
    const repeated = sources.flatMap((source) => {
      const first = new Map<string, string>();
      return own(source, 'auditWords.').flatMap(([name, text]) => {
        const known = first.get(same(text));
        if (!known) first.set(same(text), name);
        return known ? [`${source.file}: ${name} is "${known}"`] : [];
      });
    });
    expect(repeated).toEqual([]);
  });

  it('of `shared` is named by two files at least', () => {
    const named = sources.map(({ namespaces }) => new Set(JSON.stringify(namespaces).match(/"shared\.\w+"/g)));
    const lonely = Object.keys(all.shared as Group).filter(
      (key) => named.filter((names) => names.has(`"shared.${key}"`)).length < 2,
    );
    expect(lonely).toEqual([]);
  });
});

describe('the cut of the messages by language', () => {
  const write = (root: string, folder: string, text: object) => {
    fs.mkdirSync(path.join(root, 'src', folder), { recursive: true });
    fs.writeFileSync(path.join(root, 'src', folder, 'messages.json'), JSON.stringify(text));
  };
  const inFolder = (run: (root: string) => void) => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'messages-'));
    run(root);
    fs.rmSync(root, { recursive: true });
  };
  const text = (word: string) => Object.fromEntries(LOCALES.map((locale) => [locale, `${word} ${locale}`]));

  it('writes what changed, and removes what is gone', () => {
    inFolder((root) => {
      write(root, 'a', { a: { title: text('A'), more: { x: text('X') } } });
      write(root, 'b', { b: { title: text('B') } });
      expect(messages.cut(root)).toHaveLength(LOCALES.length * 4);
      const read = (file: string) => JSON.parse(fs.readFileSync(path.join(root, 'messages', file), 'utf8'));
      expect(read('pt-BR/a.json')).toEqual({ title: 'A pt-BR', more: { x: 'X pt-BR' } });
      expect(messages.cut(root)).toEqual([]);
      write(root, 'b', { c: { title: text('C') } });
      expect(messages.cut(root)).toHaveLength(LOCALES.length * 2);
      expect(fs.existsSync(path.join(root, 'messages/en-US/b.json'))).toBe(false);
    });
  });

  it('puts texts and groups in the place of their names, and refuses those of another feature', () => {
    inFolder((root) => {
      write(root, 'kit', { common: { name: text('Name'), title: 'common.name' }, done: { x: text('X') } });
      write(root, 'features/a', { a: { heading: 'common.title', all: 'done', own: text('Own') } });
      expect(messages.namespaces(root).a).toMatchObject({ heading: text('Name'), all: { x: text('X') } });
      expect(messages.messagesOf('pt-BR', root).a).toMatchObject({ heading: 'Name pt-BR', name: 'Name pt-BR' });
      write(root, 'features/b', { b: { x: 'a.own' } });
      expect(() => messages.namespaces(root)).toThrow('b.x names a.own of another feature');
      write(root, 'features/b', { b: { x: 'common.none' } });
      expect(() => messages.namespaces(root)).toThrow('b.x names common.none, which is no text');
      write(root, 'features/b', { b: { x: 'b.x' } });
      expect(() => messages.namespaces(root)).toThrow('b.x names b.x, which is no text');
    });
  });

  it('joins the words of the audit log, and no other namespace of two files', () => {
    inFolder((root) => {
      write(root, 'a', { auditWords: { done: { 'POST /a': text('A') } } });
      write(root, 'b', { auditWords: { done: { 'POST /b': text('B') } } });
      expect(Object.keys(messages.namespaces(root).auditWords.done)).toEqual(['POST /a', 'POST /b']);
      write(root, 'b', { auditWords: { done: { 'POST /a': text('B') } } });
      expect(() => messages.namespaces(root)).toThrow('auditWords.done.POST /a is in two files');
      write(root, 'a', { a: { x: text('A') } });
      write(root, 'b', { a: { y: text('B') } });
      expect(() => messages.namespaces(root)).toThrow('has the namespace a already');
    });
  });
});
