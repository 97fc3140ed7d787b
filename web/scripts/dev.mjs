/**
 * Serves the console for development. Without API_ORIGIN the API is mocked (`mock/`), and nothing else needs to run: sign in
 * as admin, agent, customer or secondary with any password. With it, that server's product answers (`npm run dev:api`).
 */
import { spawn } from 'node:child_process';
import { startMock } from '../mock/server.mjs';

const { origin, server } = process.env.API_ORIGIN ? { origin: process.env.API_ORIGIN } : await startMock();
const child = spawn('npx', ['--no-install', 'next', 'dev', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, API_ORIGIN: origin },
});
child.on('exit', (code) => {
  server?.closeAllConnections();
  server?.close();
  process.exitCode = code ?? 0;
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
