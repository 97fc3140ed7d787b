import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { START } from '../scripts/messages.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string) => fs.readFileSync(file, 'utf8');
const SRC = path.join(ROOT, 'src');

function fileOf(from: string, name: string): string | undefined {
  const base = name.startsWith('@/')
    ? path.join(SRC, name.slice(2))
    : name.startsWith('.') && path.join(path.dirname(from), name);
  return base ? ['.ts', '.tsx'].map((end) => base + end).find((f) => fs.existsSync(f)) : undefined;
}

/** Components of antd that have no texts of their own. */
const SILENT = new Set(['Alert', 'Badge', 'Button', 'Checkbox', 'Empty', 'Flex', 'Segmented', 'Skeleton']);
const speaks = (imported: string) =>
  imported
    .replace(/[{}\s]+/g, ' ')
    .split(',')
    .map((name) => name.trim())
    .some((name) => name !== '' && !name.startsWith('type ') && !SILENT.has(name));

/** Returns the texts that a module and its imports use; lazy modules bring their own. */
function said(file: string, seen = new Set<string>()): Set<string> {
  const out = new Set<string>();
  if (seen.has(file)) return out;
  seen.add(file);
  const text = read(file);
  for (const [, name] of text.matchAll(/useTranslations(?:<[^>]*>)?\('(\w+)/g)) out.add(name as string);
  if (/useTranslations\(\)/.test(text))
    for (const [, name] of text.matchAll(/\bt\(\s*[`'](\w+)\./g)) out.add(name as string);
  for (const [, types, what, name] of text.matchAll(/^(?:import|export)( type)? ([^;]*?)from '([^']+)'/gms)) {
    if (types) continue;
    if (name === 'dayjs' || (name === 'antd' && speaks(what as string))) out.add('antd');
    const next = fileOf(file, name as string);
    if (next) for (const word of said(next, seen)) out.add(word);
  }
  return out;
}

/** The arguments of every call of a function, as text. */
function calls(text: string): string[] {
  return Array.from(text.matchAll(/\b(?:lazyModule|page)\(/g), ({ index, 0: start }) => {
    let depth = 1;
    let at = index + start.length;
    while (depth > 0 && at < text.length) depth += { '(': 1, ')': -1 }[text[at++] as string] ?? 0;
    return text.slice(index + start.length, at - 1);
  });
}

type Late = { at: string; file: string; has: string[] };

function lateModules(): Late[] {
  const files = fs
    .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.tsx?$/.test(f))
    .map((f) => path.join(SRC, f));
  return files.flatMap((file) =>
    calls(read(file)).flatMap((call) => {
      const [, name, rest] = /import\('([^']+)'\)(.*)$/s.exec(call) ?? [];
      if (!name) return [];
      const words = /\[([^\]]*)\]/.exec(rest ?? '')?.[1] ?? '';
      const has = Array.from(words.matchAll(/'(\w+)'/g), (m) => m[1] as string).sort();
      return [{ at: `${path.relative(SRC, file)}: ${name}`, file: fileOf(file, name) as string, has }];
    }),
  );
}

it('modules that come late bring the words that they say, and no others', () => {
  const found = lateModules();
  expect(found.length).toBeGreaterThan(45);
  const needs = (m: Late) => [...said(m.file)].filter((w) => !START.includes(w)).sort();
  const wrong = found
    .filter((m) => String(needs(m)) !== String(m.has))
    .map((m) => `${m.at} needs ['${needs(m).join("', '")}']`);
  expect(wrong).toEqual([]);
});
