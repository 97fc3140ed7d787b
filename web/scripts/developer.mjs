// The reference of the developers' page: the endpoints that an app key may call, from the server's OpenAPI document, and the sources of
// the examples, which `e2e/developer.spec.ts` runs as they are shown.
import fs from 'node:fs';
import path from 'node:path';
import { writeChanged } from './messages.mjs';

const ROOT = path.join(import.meta.dirname, '..');

/** The examples in the order of the page. */
export const EXAMPLES = ['herald.sh', 'herald.go', 'herald.mjs', 'herald.py'];

/** Go's packages leave an example out by its first line, which a reader does not need. */
const shown = (text) => text.replace(/^\/\/go:build ignore\n\n/, '');

/** The endpoints of a document that accept a signed request. */
export function endpointsOf(document) {
  return Object.entries(document.paths).flatMap(([at, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.some((scheme) => 'appKey' in scheme))
      .map(([method, { summary }]) => ({ method: method.toUpperCase(), path: at, summary })),
  );
}

/** Writes the reference; returns the files that changed. */
export function reference(root = ROOT) {
  const folder = path.join(root, 'src/features/developer');
  if (!fs.existsSync(folder)) return [];
  const document = JSON.parse(fs.readFileSync(path.join(root, '../pkg/app/openapi.json'), 'utf8'));
  const sources = Object.fromEntries(
    EXAMPLES.map((name) => [name, shown(fs.readFileSync(path.join(folder, 'examples', name), 'utf8'))]),
  );
  const text = `// Written by scripts/developer.mjs.
/** What an app key may call. */
export const ENDPOINTS: { method: string; path: string; summary: string }[] = ${JSON.stringify(endpointsOf(document), null, 1)};

/** The sources of the examples by file. */
export const SOURCES = ${JSON.stringify(sources, null, 1)} as const;
`;
  return writeChanged(folder, new Map([['reference.gen.ts', text]]));
}
