import type { Locator, Page } from '@playwright/test';

/** What is pressed, and a field in which Enter does the same, where there is one. */
export type Ready = { press: Locator; field?: Locator };

/**
 * A form or a question whose answer changes something. `of` names the source file of a question, or the call of a money form as
 * `test/moneycalls.test.ts` names it: `test/onceforms.test.ts` holds the table to both.
 */
export type OnceForm = {
  of: string;
  /** Another word where a file or a call has several. */
  name?: string;
  who: 'admin' | 'agent' | 'customer';
  path: string;
  /** The call that it makes. */
  call: { method: 'POST' | 'PUT' | 'DELETE'; url: RegExp };
  /** Opens and fills it. */
  open: (page: Page) => Promise<Ready>;
  /** The button of the question that it asks, where it asks one. */
  sure?: string;
  /** What rows of the lists are shown as, so that the action is there; and a row where the list may be empty. */
  rows?: object;
  /** A fact that the form reads about its row, and the answer to it: what the row really is depends on other tests. */
  fact?: { url: RegExp; data: object };
  /** Where the call goes through. All others are answered by the test. */
  real?: boolean;
};

type Of = Pick<OnceForm, 'of' | 'path' | 'call'> & Partial<OnceForm>;

export const dialog = (page: Page) => page.getByRole('dialog').last();
export const firstRow = (page: Page) => page.locator('tbody tr[data-row-key]:not([data-row-key^=ghost])').first();

/** An action of a row: beside the others, or in its menu. */
async function actionOf(page: Page, name: string): Promise<Locator> {
  const row = firstRow(page);
  await row.waitFor();
  const beside = row.getByRole('button', { name, exact: true });
  if ((await beside.count()) > 0) return beside;
  await row.getByRole('button', { name: 'More actions' }).click();
  return page.getByRole('menuitem', { name, exact: true });
}

/** A question about a row. */
export const row = (action: string, of: Of): OnceForm => ({
  who: 'admin',
  name: action,
  sure: action,
  open: async (page) => ({ press: await actionOf(page, action) }),
  ...of,
});

/** A form over a row. */
export const rowForm = (action: string, fill: (page: Page) => Promise<Ready>, of: Of): OnceForm => ({
  who: 'admin',
  name: action,
  open: async (page) => {
    await (await actionOf(page, action)).click();
    return fill(page);
  },
  ...of,
});

/** A question of a button on the page. */
export const button = (name: string | RegExp, of: Of): OnceForm => ({
  who: 'admin',
  open: async (page) => ({ press: page.getByRole('button', { name, exact: true }).first() }),
  ...(typeof name === 'string' ? { name, sure: name } : {}),
  ...of,
});

export const put = (url: RegExp) => ({ method: 'PUT', url }) as const;
export const post = (url: RegExp) => ({ method: 'POST', url }) as const;
export const del = (url: RegExp) => ({ method: 'DELETE', url }) as const;
