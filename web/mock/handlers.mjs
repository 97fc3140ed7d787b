/**
 * Answers of the mocked server: those that were recorded, and for every other path of the OpenAPI document a value of its
 * schema. A change is answered as done and changes nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { HttpResponse, http } from 'msw';
import { generator } from './generate.mjs';

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const openapi = read('../../pkg/app/openapi.json');
const recorded = read('./recorded.json');
const dictionaries = Object.fromEntries(
  recorded.shared['/system/dict/data'].map((d) => [d.dictCode, d.dictItems.map((i) => i.value)]),
);
const value = generator(openapi, recorded.samples, dictionaries);

const JSON_TYPE = 'application/json';
const LANGUAGES = { 'zh-CN': 'zh_CN', 'pt-BR': 'pt_BR', 'zh-TW': 'zh_TW' };
const DAY = 86_400;

const answer = (data) => HttpResponse.json({ code: 200, message: 'ok', data });
const refuse = (status, message) => HttpResponse.json({ code: status, message, requestId: 'mock' }, { status });

/** The token names the user. */
const sessionOf = (who) => ({
  ...recorded.users[who].session,
  token: who,
  refresh_token: who,
  expires_in: DAY,
  exp: Math.round(Date.now() / 1000) + DAY,
});
const callerOf = (request) => (request.headers.get('Authorization') ?? '').replace('Bearer ', '');

function titled(nodes, language) {
  return nodes.map((node) => ({
    ...node,
    title: node.languages[language] ?? node.title,
    children: titled(node.children ?? [], language),
  }));
}

/** The nodes of the modules' `menu.json`: one that was added after the recording is shown to users with its permission. */
const PKG = new URL('../../pkg/', import.meta.url);
const shipped = readdirSync(PKG, { recursive: true })
  .filter((file) => file.endsWith('/menu.json') && !file.includes('testdata'))
  .flatMap((file) => read(new URL(file, PKG)));
const ids = (nodes) => nodes.flatMap((node) => [node.id, ...ids(node.children ?? [])]);
const known = new Set(Object.values(recorded.users).flatMap(({ menu }) => ids(menu)));
const added = (who) =>
  shipped.filter((n) => !known.has(n.id) && recorded.users[who].session.permissions.includes(n.permission));

function withAdded(nodes, more) {
  return nodes.map((node) => {
    const children = withAdded(node.children ?? [], more);
    const own = more.filter((n) => n.parentId === node.id).map((n) => ({ ...n, hidden: false, title: '' }));
    return { ...node, children: [...children, ...own] };
  });
}

/** Wraps an answer for a signed-in user. */
const signedIn = (data) => (info) => {
  const who = callerOf(info.request);
  return recorded.users[who] ? answer(data({ ...info, who })) : refuse(401, 'Sign in');
};

const OWN = [
  http.post('*/api/oauth/login', async ({ request }) => {
    const { username } = await request.json();
    return recorded.users[username]
      ? answer(sessionOf(username))
      : refuse(400, `The mocked server knows ${Object.keys(recorded.users).join(', ')}, with any password`);
  }),
  http.post('*/api/oauth/refresh', async ({ request }) => {
    const { refresh_token: who } = await request.json();
    return recorded.users[who] ? answer(sessionOf(who)) : refuse(401, 'Sign in');
  }),
  http.get(
    '*/api/oauth/getUser',
    signedIn(({ who }) => ({ ...sessionOf(who), username: who })),
  ),
  http.get(
    '*/api/oauth/router',
    signedIn(({ who, request }) =>
      titled(
        withAdded(recorded.users[who].menu, added(who)),
        LANGUAGES[request.headers.get('Accept-Language') ?? ''] ?? 'en_US',
      ),
    ),
  ),
  http.get(
    '*/api/pi/personal/info',
    signedIn(({ who }) => recorded.users[who].info),
  ),
  http.get(
    '*/api/system/dict/data',
    signedIn(({ request }) => {
      const codes = new URL(request.url).searchParams.getAll('dictCodes').flatMap((c) => c.split(','));
      return recorded.shared['/system/dict/data'].filter((d) => codes.includes(d.dictCode));
    }),
  ),
  http.post(
    '*/api/system/dict/invalid-hash',
    signedIn(() => []),
  ),
  ...Object.entries(recorded.shared).map(([path, data]) =>
    http.get(
      `*/api${path}`,
      signedIn(() => data),
    ),
  ),
];

/** The data of an operation's answer; a file is a few bytes. */
function generated({ responses }) {
  const [, { content = {} } = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [[type, { schema }] = [JSON_TYPE, { schema: {} }]] = Object.entries(content);
  if (type !== JSON_TYPE) return () => HttpResponse.text('a file', { headers: { 'Content-Type': type } });
  const { data = {} } = openapi.components.schemas[schema.$ref?.split('/').at(-1)]?.properties ?? {};
  const samples = recorded.samples[data.$ref?.split('/').at(-1)] ?? [];
  return ({ params }) => {
    const asked = samples.findIndex((s) => Object.values(params).includes(s.id ?? s.userId));
    return answer(value(data, 'data', Math.max(asked, 0)));
  };
}

/** Fixed segments come before parameters, as the server's router has it. */
const paths = Object.entries(openapi.paths).sort(([a], [b]) => a.split('{').length - b.split('{').length);

export const handlers = [
  ...OWN,
  ...paths.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      http[method](`*/api${path.replace(/\{(\w+)\}/g, ':$1')}`, generated(operation)),
    ),
  ),
  http.all('*/api/*', ({ request }) => refuse(404, `${new URL(request.url).pathname} is not in the OpenAPI document`)),
];
