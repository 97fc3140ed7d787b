import { defineConfig } from '@playwright/test';
import { dev } from './e2e/dev';

export default defineConfig({
  testDir: './e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/tick.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0, // a test that passes only at a second try fails
  reporter: 'list',
  use: {
    baseURL: dev.url,
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    trace: 'off',
    // A dialog that still grows moves between the press of the mouse and its release, and nothing is clicked.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000, // an action that cannot be done says which one it was, before its test's whole time is over
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-background-timer-throttling',
        '--disable-backgrounding-occluded-windows',
        '--disable-renderer-backgrounding',
      ],
    },
  },
});
