/**
 * The browser's tests, on two cores: first what changes only its own, then what must be alone, and at last the walk over all
 * pages, which by then have rows and stand still. With arguments (a file, a title) those tests one after the other.
 */
import { spawnSync } from 'node:child_process';

const PARTS = [
  ['^(?!.*walk.spec)', '--workers=2', '--grep-invert=@alone'],
  ['--workers=1', '--grep=@alone'],
  ['walk.spec', '--workers=2'],
];

const given = process.argv.slice(2);
let failed = 0;
for (const args of given.length > 0 ? [given] : PARTS) {
  const { status } = spawnSync('npx', ['playwright', 'test', ...args], { stdio: 'inherit' });
  if (status !== 0) failed = status ?? 1;
}
process.exit(failed);
