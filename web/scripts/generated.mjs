// npm run generated: writes what the console derives from its own sources and Git ignores: its texts by language, its registry of pages
// and the reference of the developers' page. Next.js, Vitest and `npm run typecheck` begin with it; `next dev` repeats it when a source changes.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { reference } from './developer.mjs';
import { cut } from './messages.mjs';
import { register } from './registry.mjs';

const ROOT = path.join(import.meta.dirname, '..');

export function generate(root = ROOT) {
  return [...cut(root), ...reference(root), ...register(root)];
}

/** Generates again soon after a source changed; a half-written file waits for its next change. */
export function watch(root = ROOT) {
  let soon;
  const again = () => {
    try {
      generate(root);
    } catch (e) {
      console.error(`generated: ${e.message}`);
    }
  };
  const watcher = fs.watch(path.join(root, 'src'), { recursive: true }, (_, name) => {
    if (!/\.(tsx?|json|mjs|go|py|sh)$/.test(name ?? '') || name.includes('.gen.')) return;
    clearTimeout(soon);
    soon = setTimeout(again, 100);
  });
  watcher.unref();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) generate();
