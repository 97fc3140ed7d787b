import type { Locator, Page } from '@playwright/test';
import type { Answers } from './sample';

/** The element that submits, and the field in which Enter submits, if there is one. */
export type Ready = { press: Locator; field?: Locator };

/**
 * A form or a question whose answer changes something. `of` names the source file of a question, or the call of a money form as
 * `test/moneycalls.test.ts` names it: `test/onceforms.test.ts` holds the table to both.
 */
export type OnceForm = Answers & {
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
  /** Refusal of the call that opens the form, for a question that follows a refusal. */
  refused?: { code: number; data: object };
  /** Button that closes the question after the answer. */
  closes?: string;
  /** Marks forms whose retry after a reload is a new question, such as a file that is chosen again. */
  anew?: boolean;
  /** Lets the call reach the server. The test answers all other calls. */
  real?: boolean;
};

type Of = Pick<OnceForm, 'of' | 'path' | 'call'> & Partial<OnceForm>;

export const dialog = (page: Page) => page.getByRole('dialog').last();
export const firstRow = (page: Page) => page.locator('tbody tr[data-row-key]:not([data-row-key^=ghost])').first();

/** An action of a row: beside the others, or in its menu. */
export async function actionOf(page: Page, name: string): Promise<Locator> {
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
  rows: {},
  name: action,
  sure: action,
  open: async (page) => ({ press: await actionOf(page, action) }),
  ...of,
});

/** A form over a row. */
export const rowForm = (action: string, fill: (page: Page) => Promise<Ready>, of: Of): OnceForm => ({
  who: 'admin',
  rows: of.real ? undefined : {},
  name: action,
  open: async (page) => {
    await (await actionOf(page, action)).click();
    return fill(page);
  },
  ...of,
});

/** Types into a field of a dialog. */
export const typed = (label: string, text: string, press: string) => async (page: Page) => {
  const field = dialog(page).getByLabel(label);
  await field.fill(text);
  return { press: dialog(page).getByRole('button', { name: press, exact: true }), field };
};

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
