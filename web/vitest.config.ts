import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { generate } from './scripts/generated.mjs';

generate();

/**
 * A test of rules is a `.test.ts` file and runs in Node. A test of components is a `.test.tsx` file and runs in jsdom.
 * The files of a project share their modules, because each import of antd takes seconds: `test/setup.ts` restores what a
 * test changes.
 */
export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    globals: false,
    css: false,
    pool: 'threads',
    maxWorkers: 2,
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 60_000, // A loaded machine is slow.
    projects: [
      { extends: true, test: { name: 'rules', environment: 'node', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['test/**/*.test.tsx'],
          setupFiles: ['./test/setup.ts'],
        },
      },
    ],
  },
});
