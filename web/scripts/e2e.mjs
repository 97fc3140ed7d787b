/**
 * The browser's tests, on two cores: first what changes only its own, then what must be alone, and at last the walk over all
 * pages, which by then have rows and stand still. With arguments (a file, a title) those tests one after the other.
 * What failed is said once more at the very end, where a log that is cut still has it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const PARTS = [
  ['^(?!.*walk.spec)', '--workers=2', '--grep-invert=@alone'],
  ['--workers=1', '--grep=@alone'],
  ['walk.spec', '--workers=2'],
];

const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
const given = process.argv.slice(2);
const closing = [];
let failed = 0;
for (const [i, args] of (given.length > 0 ? [given] : PARTS).entries()) {
  const file = join(folder, `${i}.json`);
  const { status } = spawnSync('npx', ['playwright', 'test', '--reporter=list,json', ...args], {
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  if (status !== 0) failed = status ?? 1;
  closing.push(...told(file));
}
rmSync(folder, { recursive: true, force: true });
if (closing.length > 0) console.log(`\n${closing.join('\n')}`);
process.exit(failed);

/** The lines of a message of Playwright without its colours. */
function plain(message) {
  return stripVTControlCharacters(message).split('\n').filter(Boolean);
}

/** What lay over the page when a test stopped: the first lines from the first dialog on. */
function over({ attachments = [] }) {
  const page = attachments.find((a) => a.name === 'error-context');
  const lines = page ? (page.body ? atob(page.body) : readFileSync(page.path, 'utf8')).split('\n') : [];
  const at = lines.findIndex((l) => l.includes('- dialog'));
  return at < 0 ? [] : lines.slice(at, at + 25);
}

/** A line for each test of a report that did not pass, with the first lines of its first error. */
function told(file) {
  try {
    const lines = [];
    const walk = (suite) => {
      for (const spec of suite.specs ?? [])
        for (const test of spec.tests)
          if (test.status === 'unexpected') {
            // A timeout is an error of its own, which says nothing: the next one tells what was waited for.
            const errors = test.results.flatMap((r) => r.errors ?? []).filter((e) => e.message);
            const text = errors.slice(0, 3).flatMap(({ message }) => plain(message).slice(0, 8));
            const first = test.results.find((r) => r.errors?.length);
            if (first) text.push(...over(first));
            lines.push(`failed: ${spec.file}:${spec.line} ${spec.title}`, ...text.map((l) => `    ${l}`));
          }
      for (const inner of suite.suites ?? []) walk(inner);
    };
    for (const suite of JSON.parse(readFileSync(file, 'utf8')).suites) walk(suite);
    return lines;
  } catch (error) {
    return [`no report of the browser's tests: ${error.message}`];
  }
}
