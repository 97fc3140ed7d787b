// Learns which files the imports of the built console load: runs the console in jsdom and notes what each import asks the document
// for. Nothing of the bundler's output is read but the page's own scripts and styles.
import fs from 'node:fs';
import path from 'node:path';
import { JSDOM, requestInterceptor, VirtualConsole } from 'jsdom';

const ORIGIN = 'http://console.test';
const STATIC = '/_next/static/chunks/';
const PATIENCE = 60_000;
/** Turns, and the milliseconds of each, without a request after which none is expected. */
const QUIET_TURNS = 3;
const QUIET = 20;

class Silent {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** What the console needs of a browser and jsdom lacks. */
function completed(window) {
  const query = {
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  };
  Object.assign(window, {
    TextDecoder,
    TextEncoder,
    ReadableStream,
    fetch: () => new Promise(() => {}),
    matchMedia: (media) => ({ ...query, media }),
    ResizeObserver: Silent,
  });
  // A failed load is tried again after a pause, which nothing here has to wait for.
  const later = window.setTimeout.bind(window);
  window.setTimeout = (run, _pause, ...more) => later(run, 0, ...more);
}

/**
 * Starts the built console of a folder. `parts` are the modules that it hands to `heraldParts` (`src/app/boot.ts`). `filesOf` runs an
 * import that loads nothing, and returns the files that it asks for beside those that the page has.
 */
export async function inspect(folder) {
  /** Files of the import that runs. */
  let asked;
  let tried = 0;
  const answer = (request) => {
    const file = new URL(request.url).pathname;
    if (asked && file.startsWith(STATIC)) {
      asked.add(file.slice('/_next/'.length));
      tried++;
      return new Response('', { status: 404 });
    }
    if (file.endsWith('.css')) return new Response('', { headers: { 'Content-Type': 'text/css' } });
    return new Response(fs.readFileSync(path.join(folder, file)), { headers: { 'Content-Type': 'text/javascript' } });
  };
  let dom;
  const parts = await new Promise((found, failed) => {
    const errors = new VirtualConsole();
    errors.on('jsdomError', (e) => asked || failed(e));
    setTimeout(failed, PATIENCE, new Error('the built console hands over no parts')).unref();
    dom = new JSDOM(fs.readFileSync(path.join(folder, 'index.html')), {
      url: ORIGIN,
      runScripts: 'dangerously',
      pretendToBeVisual: true,
      virtualConsole: errors,
      resources: { interceptors: [requestInterceptor(answer)] },
      beforeParse(window) {
        completed(window);
        window.heraldParts = found;
      },
    });
  });
  const filesOf = async (load) => {
    asked = new Set();
    const loaded = await load().then(
      () => true,
      () => false,
    );
    // An import fails with its first file, and the others are tried once more.
    for (let quiet = 0, before = 0; asked.size > 1 && quiet < QUIET_TURNS; before = tried) {
      await new Promise((done) => setTimeout(done, QUIET));
      quiet = tried === before ? quiet + 1 : 0;
    }
    const files = [...asked];
    asked = undefined;
    // Code that is there already is loaded; code that is not must have failed.
    if (loaded !== (files.length === 0)) throw new Error(`an import loaded ${files.join(' ') || 'nothing'}`);
    return files;
  };
  return { parts, filesOf, close: () => dom.window.close() };
}
