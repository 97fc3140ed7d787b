import type { Page } from '@playwright/test';
import { button, dialog, firstRow, type OnceForm, row } from './once';

/** The one thing that the page is about. */
const BULK = 'get /gc/groupsendorder/{id}';

/** An action of an order's page. */
export const order = (action: string, facts: object, of: Pick<OnceForm, 'call'> & Partial<OnceForm>): OnceForm =>
  button(action, {
    of: 'ordering/ActionButtons.tsx',
    who: 'customer',
    path: '/send/order?id=1',
    ...of,
    ...{
      facts: { [BULK]: facts, ...of.facts },
    },
  });

/** An action of all chosen rows. */
export const batch = (action: string, of: Parameters<typeof row>[1]): OnceForm =>
  row(action, {
    name: `${action}, chosen rows`,
    open: async (page) => {
      await firstRow(page).getByRole('checkbox').check();
      return { press: page.getByRole('button', { name: action, exact: true }).first() };
    },
    ...of,
  });

/** A file that a form takes. */
export const file = (page: Page, name: string, text: string) =>
  dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

export const TALK: Pick<OnceForm, 'who' | 'path' | 'facts'> = {
  ...{ who: 'customer', path: '/send/inbox?id=1' },
  facts: {
    'get /gc/inbox/{id}': { kinds: ['text'], textLimit: 1000, captionLimit: 100, free: true, unread: 0 },
    'get /gc/inbox/{id}/messages': [],
    'get /gc/inbox/page': [],
  },
};
