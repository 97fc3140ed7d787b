/**
 * Records what the OpenAPI document cannot say, from the running product (`make dev`): sessions and menus of the demo users,
 * dictionaries, countries, and for each schema three values that the server gave. Secrets are left out, and ids become
 * numbers, so that a second recording differs only where the product does.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const SAMPLES = 3;
const SECRET = /secret|token|password|signature|^key$|appKey|hash$/i;
const ULID = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g;

const dev = JSON.parse(readFileSync(process.env.HERALD_TEST_DEV ?? '../.local/dev.json', 'utf8'));
const openapi = JSON.parse(readFileSync(new URL('../../pkg/app/openapi.json', import.meta.url), 'utf8'));
const schemas = openapi.components.schemas;

async function call(method, path, { body, token } = {}) {
  const response = await fetch(dev.api + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`);
  return response.json();
}

const samples = {};

/** Keeps the objects of an answer by the name of their schema; a list in an object keeps its first three items. */
function keep(value, schema, name = '') {
  if (value === null || value === undefined) return value;
  if (schema.$ref) {
    const of = schema.$ref.split('/').at(-1);
    const kept = keep(value, schemas[of], of);
    const list = /^Envelope/.test(of) || 'records' in (schemas[of].properties ?? {}); // made of its rows
    if (typeof kept === 'object' && !list) {
      samples[of] ??= [];
      const known = samples[of].some((s) => JSON.stringify(s) === JSON.stringify(kept));
      if (samples[of].length < SAMPLES && !known) samples[of].push(kept);
    }
    return kept;
  }
  if (Array.isArray(value)) return value.map((v) => keep(v, schema.items ?? {})).slice(0, SAMPLES);
  if (typeof value !== 'object') return SECRET.test(name) ? 'hidden' : value;
  const fields = Object.entries(value).map(([field, v]) => {
    const of = schema.properties?.[field] ?? {};
    return [field, SECRET.test(field) && typeof v === 'string' ? 'hidden' : keep(v, of, field)];
  });
  return Object.fromEntries(fields);
}

/** Whether an operation answers JSON and needs no parameter but those of its path. */
function readable({ get }) {
  const open = (get?.parameters ?? []).every((p) => p.in === 'path' || !p.required);
  return open && get?.responses['200']?.content?.['application/json'];
}

async function recordReads(token) {
  const ids = new Map();
  const paths = Object.keys(openapi.paths).filter((path) => readable(openapi.paths[path]));
  paths.sort((a, b) => a.split('{').length - b.split('{').length);
  for (const path of paths) {
    const parent = path.replace(/\/\{\w+\}.*$/, '');
    const filled = path.replace(/\{\w+\}/, ids.get(parent) ?? '');
    if (filled.includes('{') || filled.endsWith('/') || filled.includes('//')) continue;
    const answer = await call('GET', filled, { token }).catch(() => undefined); // not every user may read everything
    if (!answer) continue;
    const first = answer.data?.records?.[0] ?? answer.data?.[0];
    if (first?.id) ids.set(path.replace(/\/page$/, ''), first.id);
    keep(answer, readable(openapi.paths[path]).schema);
  }
}

const users = {};
const shared = {};
const names = new Map();
for (const [who, login] of Object.entries(dev.logins)) {
  const { data } = await call('POST', '/oauth/login', { body: login });
  const { token, refresh_token: _, expires_in: __, ...session } = data;
  names.set(session.info.userId, `user-${who}`);
  session.permissions.sort();
  const [menu, info] = await Promise.all(
    ['/oauth/router', '/pi/personal/info'].map((path) => call('GET', path, { token })),
  );
  users[who] = { session, menu: menu.data, info: info.data };
  await recordReads(token);
  if (who !== 'admin') continue;
  for (const path of ['/conf/country/selector', '/system/dict/codes'])
    shared[path] = (await call('GET', path, { token })).data;
  const dictCodes = shared['/system/dict/codes'].map((c) => c.dictCode);
  shared['/system/dict/data'] = (
    await call('GET', `/system/dict/data?${new URLSearchParams({ dictCodes })}`, { token })
  ).data;
}

const sorted = (of) => Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1));
const lines = (of) =>
  `{\n${sorted(of)
    .map(([k, v]) => `${JSON.stringify(k)}: ${JSON.stringify(v)}`)
    .join(',\n')}\n}`;
let text = `{"users": ${lines(users)},\n"shared": ${lines(shared)},\n"samples": ${lines(samples)}}\n`;
for (const [id, name] of names) text = text.replaceAll(id, name);
const numbers = new Map();
text = text.replace(ULID, (id) => {
  if (!numbers.has(id)) numbers.set(id, `id-${numbers.size + 1}`);
  return numbers.get(id);
});
text = text.replace(/"https?:\/\/(127\.0\.0\.1|[^"]*X-Amz-)[^"]*"/g, '""'); // they end with the product, and are signed
writeFileSync(new URL('./recorded.json', import.meta.url), text);
console.log(`${Object.keys(samples).length} schemas, ${Math.round(text.length / 1000)} kB`);
