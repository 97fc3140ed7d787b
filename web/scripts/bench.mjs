// The console's figures (design of the console, §4) on the product that HERALD_DEV names: bytes of script and of styles, time until
// a page is ready at a quarter of this machine's speed, time in which it could not answer, shift of the layout, and the CPU time of
// the page's main thread at full speed, which depends the least on neighbours. `make bench-web`.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { chromium } from '@playwright/test';

const RUNS = Number(process.env.RUNS ?? 5);
const SLOW_DOWN = 4;
const dev = JSON.parse(fs.readFileSync(process.env.HERALD_DEV ?? '../.local/dev.json', 'utf8'));

/** Each page with what must be seen for it to be ready, and its budgets: KB of gzip, ms, ms warm, ms blocked warm, ms of CPU warm. */
const PAGES = [
  { name: 'sign-in', path: '/user/login', ready: 'form button[type=submit]', signedIn: false, script: 200, cold: 1100 },
  { name: 'welcome', path: '/welcome', ready: 'main h1', signedIn: true, script: 300, cold: 1400 },
  {
    name: 'order list',
    path: '/send/order',
    ready: 'main tbody tr[data-row-key]:not([data-row-key^="ghost"])',
    signedIn: true,
    script: 300,
    css: 28,
    cold: 1500,
    warm: 1000,
    blocked: 250,
    cpu: 200,
  },
];

/** The editor of emails: its script is what it loads after a page that is the shell alone, and after the list of templates. */
const EDITOR = { path: '/email/template?id=new', ready: '[data-canvas]', script: 350 };
const SHELL = { path: '/no-such-page', ready: 'main' };
const TEMPLATES = { path: '/email/template', ready: 'main h1' };

/** Users whose every page is visited for its layout shift, and the widths of a phone and a desktop. */
const WALKED = ['admin', 'agent', 'customer'];
const WIDTHS = [390, 1280];
const MOST_SHIFT = 0.02;

async function call(path, token) {
  const answer = await fetch(`${dev.api}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  return (await answer.json()).data;
}

async function session(user = 'customer') {
  const answer = await fetch(`${dev.api}/oauth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(dev.logins[user]),
  });
  const { token, refresh_token: refreshToken, info, attributes, permissions, roles } = (await answer.json()).data;
  return { token, refreshToken, info, attributes, permissions, roles };
}

function storageOf(state) {
  const kept = (value) => JSON.stringify({ state: value, version: 0 });
  const localStorage = [{ name: 'prefs', value: kept({ locale: 'en-US', dark: false }) }];
  if (state) localStorage.push({ name: 'session', value: kept(state) });
  return { cookies: [], origins: [{ origin: new URL(dev.url).origin, localStorage }] };
}

/** Runs in the page before anything else: notes when the wanted element is first painted, long tasks and layout shifts. */
function watch(selector) {
  const seen = { ready: 0, blocked: 0, shift: 0 };
  window.benchSeen = seen;
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('longtask', (e) => {
    seen.blocked += Math.max(0, e.duration - 50);
  });
  observe('layout-shift', (e) => {
    if (!e.hadRecentInput) seen.shift += e.value;
  });
  const look = () => {
    const found = document.querySelector(selector);
    if (found?.checkVisibility() && found.getBoundingClientRect().height > 0) {
      seen.ready = performance.now();
      window.benchReady('');
    } else requestAnimationFrame(look);
  };
  look();
}

/** One visit: with `slow`, at a quarter of the speed. */
async function visit(context, page, slow = true) {
  const tab = await context.newPage();
  const cdp = await context.newCDPSession(tab);
  const kinds = new Map();
  const bytes = { Script: 0, Stylesheet: 0 };
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', (e) => kinds.set(e.requestId, e.type));
  cdp.on('Network.loadingFinished', (e) => {
    if (kinds.get(e.requestId) in bytes) bytes[kinds.get(e.requestId)] += e.encodedDataLength;
  });
  if (slow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tab.addInitScript(watch, page.ready);
  // The page calls, so that none of its time goes to the driver's own script, which would look for it.
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'benchReady' });
  const ready = new Promise((done) => cdp.once('Runtime.bindingCalled', done));
  await tab.goto(dev.url + page.path, { waitUntil: 'commit' });
  await ready;
  const { metrics } = await cdp.send('Performance.getMetrics');
  const cpu = (metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0) * 1000;
  await tab.waitForLoadState('networkidle');
  const seen = await tab.evaluate(() => window.benchSeen);
  await tab.close();
  return { ...seen, script: bytes.Script, css: bytes.Stylesheet, cpu };
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(browser, page, state) {
  const cold = [];
  const warm = [];
  const full = [];
  for (let i = 0; i < RUNS; i++) {
    const context = await browser.newContext({ storageState: storageOf(page.signedIn && state) });
    cold.push(await visit(context, page));
    warm.push(await visit(context, page));
    full.push(await visit(context, page, false));
    await context.close();
  }
  const of = (runs, field) => middle(runs.map((r) => r[field]));
  return {
    script: of(cold, 'script') / 1024,
    css: of(cold, 'css') / 1024,
    cold: of(cold, 'ready'),
    warm: of(warm, 'ready'),
    blocked: of(warm, 'blocked'),
    cpu: of(full, 'cpu'),
    shift: Math.max(...cold.map((r) => r.shift)),
  };
}

/** Bytes of script that the editor loads in a browser that has seen another page and keeps what that one loaded. */
async function editorBeyond(browser, page, state) {
  const context = await browser.newContext({ storageState: storageOf(state), viewport: { width: 1280, height: 844 } });
  await visit(context, page, false);
  const { script } = await visit(context, EDITOR, false);
  await context.close();
  return script / 1024;
}

/** Paths of the pages in a menu, in its order. */
function pagesIn(nodes) {
  return (nodes ?? []).flatMap((n) => [
    ...(n.type === 1 && n.targetType === 1 && n.path ? [n.path] : []),
    ...pagesIn(n.children),
  ]);
}

/** Visits every page once at each width. Returns the worst layout shift and where it was. */
async function worstShift(browser) {
  const worst = { shift: 0, where: 'none', pages: 0 };
  for (const user of WALKED) {
    const state = await session(user);
    const paths = pagesIn(await call('/oauth/router', state.token));
    for (const width of WIDTHS) {
      const context = await browser.newContext({ storageState: storageOf(state), viewport: { width, height: 844 } });
      await context.exposeBinding('benchReady', () => {});
      await context.addInitScript(watch, 'main h1');
      for (const path of paths) {
        const tab = await context.newPage();
        await tab.goto(dev.url + path);
        await tab.waitForLoadState('networkidle');
        const { shift } = await tab.evaluate(() => window.benchSeen);
        if (shift > worst.shift) Object.assign(worst, { shift, where: `${path}, ${user}, ${width} px` });
        worst.pages++;
        await tab.close();
      }
      await context.close();
    }
  }
  return worst;
}

function row(what, target, measured, format) {
  const short = target !== undefined && measured > target;
  const wanted = target === undefined ? '–' : `≤ ${format(target)}`;
  console.log(`${what.padEnd(50)}${wanted.padEnd(12)}${format(measured).padEnd(12)}${short ? 'SHORT' : 'ok'}`);
}

const kb = (n) => `${n.toFixed(0)} K`;
const ms = (n) => `${n.toFixed(0)} ms`;

console.log(
  `Console, ${os.cpus().length} cores, ${os.cpus()[0].model}, load ${os.loadavg()[0].toFixed(2)}; middle of ${RUNS} visits at 1/${SLOW_DOWN} speed`,
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
try {
  const state = await session();
  for (const page of PAGES) {
    const found = await measure(browser, page, state);
    row(`${page.name}: script, gzip`, page.script, found.script, kb);
    row(`${page.name}: styles, gzip`, page.css, found.css, kb);
    row(`${page.name}: ready, nothing cached`, page.cold, found.cold, ms);
    row(`${page.name}: ready, cached`, page.warm, found.warm, ms);
    row(`${page.name}: blocked, cached`, page.blocked, found.blocked, ms);
    row(`${page.name}: CPU until ready, cached, full speed`, page.cpu, found.cpu, ms);
    row(`${page.name}: layout shift, worst`, MOST_SHIFT, found.shift, (n) => n.toFixed(3));
  }
  row('email editor: script beyond the shell, gzip', EDITOR.script, await editorBeyond(browser, SHELL, state), kb);
  row('email editor: script beyond the list', undefined, await editorBeyond(browser, TEMPLATES, state), kb);
  const worst = await worstShift(browser);
  row(`layout shift, worst of ${worst.pages} visits (${worst.where})`, MOST_SHIFT, worst.shift, (n) => n.toFixed(3));
} finally {
  await browser.close();
}
repeated();

/** Every form and question of `e2e/onceforms.ts` in every way of submitting it again. HERALD_ONCE=no leaves it out. */
function repeated() {
  if (process.env.HERALD_ONCE === 'no') return;
  const env = { ...process.env, HERALD_ONCE: 'all', HERALD_TEST_DEV: process.env.HERALD_DEV ?? '../.local/dev.json' };
  const { stdout, status } = spawnSync('npx', ['playwright', 'test', 'once.spec.ts', '--reporter=line'], {
    env,
    encoding: 'utf8',
  });
  const found = [...stdout.matchAll(/repeated submission: (\d+) forms, (\d+) attempts, (\d+) duplicates/g)];
  const [forms, attempts, duplicates] = [1, 2, 3].map((i) => found.reduce((sum, m) => sum + Number(m[i]), 0));
  console.log(`repeated submission: ${forms} forms, ${attempts} attempts, ${duplicates} duplicates`);
  if (status !== 0) {
    console.log(stdout.slice(-4000));
    process.exitCode = 1;
  }
}
