// Writes the client's types from the server's OpenAPI document. The generator needs TypeScript 5 beside the console's own,
// so it is run from npm's cache. The first line tells which document the types are of; a test compares it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GRANTS, permissionTypes } from './permissions.mjs';

const DOCUMENT = '../pkg/app/openapi.json';
const TYPES = 'src/lib/api/schema.ts';
const PERMISSIONS = 'src/lib/api/permissions.gen.ts';

/** The server tolerates fields that it does not know; a client that writes one has a typing mistake. */
function strict(node) {
  if (Array.isArray(node)) return node.map(strict);
  if (node === null || typeof node !== 'object') return node;
  const out = Object.fromEntries(Object.entries(node).map(([k, v]) => [k, strict(v)]));
  // Several words of a filter travel as one text, separated by commas: one of the words, or any text.
  if (out.in === 'query' && out.explode === false && out.schema?.type === 'array')
    out.schema = { anyOf: [out.schema.items, { type: 'string' }] };
  if (out.additionalProperties === true && out.properties) delete out.additionalProperties;
  return out;
}

const text = fs.readFileSync(DOCUMENT);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'types-'));
const source = path.join(folder, 'openapi.json');
fs.writeFileSync(source, JSON.stringify(strict(JSON.parse(text))));
const packages = ['-p', 'openapi-typescript@7.13.0', '-p', 'typescript@5.9.3'];
execFileSync('npx', ['-y', ...packages, 'openapi-typescript', source, '-o', TYPES], { stdio: 'inherit' });
fs.rmSync(folder, { recursive: true });
const sum = createHash('sha256').update(text).digest('hex');
fs.writeFileSync(TYPES, `// openapi.json ${sum}\n${fs.readFileSync(TYPES, 'utf8')}`);
fs.writeFileSync(PERMISSIONS, permissionTypes(JSON.parse(text), fs.readFileSync(GRANTS, 'utf8')));
