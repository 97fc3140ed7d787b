// Builds the console: the types are checked beside it, and the built files are finished when both are done. With TYPES=unchecked
// the types are left to `npm run typecheck`.
import { spawn } from 'node:child_process';

function run(...command) {
  return new Promise((done, fail) => {
    const child = spawn('npx', ['--no-install', ...command], { stdio: 'inherit' });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${command.join(' ')} ended with ${code}`))));
  });
}

const checks = process.env.TYPES === 'unchecked' ? [] : [run('tsc', '--noEmit')];
const all = await Promise.allSettled([run('next', 'build'), ...checks]);
const failed = all.find((r) => r.status === 'rejected');
if (failed) {
  console.error(failed.reason.message);
  process.exit(1);
}
await import('./finish.mjs');
