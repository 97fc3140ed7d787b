import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Contacts from '@/features/contact/Contacts';
import EmailSenders from '@/features/emailsender/EmailSenders';
import { menuQuery, queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { ok, serve } from './server';
import { show } from './util';

const LIST = { records: [], total: 0, current: 1, size: 20 };
const TYPES = [
  { dictCode: 'collection_type', dictValue: 'phone', dictName: 'Phone numbers' },
  { dictCode: 'collection_type', dictValue: 'email', dictName: 'Email addresses' },
];

/** A customer who has nothing yet, with some domains. */
function newcomer(domains: object[]) {
  serve(({ url }) => {
    if (url.includes('/domain/selector')) return ok({ ...LIST, records: domains, total: domains.length });
    if (url.includes('/dict')) return ok(TYPES);
    return ok(LIST);
  });
  queryClient.setQueryData(menuQuery.queryKey, [
    { id: '1', type: 1, path: '/email/domain', uri: 'domain', title: 'Domains' },
  ] as never);
}

beforeEach(() => {
  queryClient.clear();
  useSession.setState({
    token: 't',
    permissions: ['edm:sender:page', 'edm:sender:add', 'aty:contactsgroup:page', 'aty:contactsgroup:add'],
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

async function senderForm() {
  const { user } = await show(<EmailSenders />);
  await user.click((await screen.findAllByRole('button', { name: /Add sender/ }))[0] as HTMLElement);
  return screen.findByRole('dialog');
}

it('leads from the form of a sender to the domains when none can send email', async () => {
  newcomer([]);
  const form = await senderForm();
  expect(await within(form).findByText('No domain can send email yet. Add and verify one first.')).toBeInTheDocument();
  expect(within(form).getByRole('link', { name: 'Go to your domains' })).toHaveAttribute('href', '/email/domain');
});

it('leads nowhere else when a domain can send email', async () => {
  newcomer([{ id: 'd', name: 'shop.example' }]);
  const form = await senderForm();
  expect(await within(form).findByText('Choose a domain that can send email')).toBeInTheDocument();
  expect(within(form).queryByRole('link')).toBeNull();
});

it.each([
  ['1', /Only numbers of this country are imported/],
  ['email', /Addresses of any country are imported/],
])('opens the form of a contact list for ?create=%s', async (create, hint) => {
  newcomer([]);
  window.history.replaceState(null, '', `/here?create=${create}`);
  await show(<Contacts />);
  expect(await screen.findByText(hint)).toBeInTheDocument();
});
