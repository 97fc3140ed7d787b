import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import CreateComments from '@/features/comment/CreateComments';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { COMMENT, OrderKindProvider } from '@/ordering/kind';
import { type Call, ok, refuse, serve } from './server';
import { show } from './util';

const content = {
  name: 'Launch',
  countryCode: 'BR',
  platform: 'facebook',
  targetUrl: 'https://www.facebook.com/shop',
  quantity: 2,
  templateId: 't1',
};
const order = { ...content, id: 'o1', content, template: 'Spring', texts: ['Great shop!', 'Fast.'], customerId: 'me' };
const other = { id: 't2', name: 'Autumn', platform: 'facebook', texts: ['Nice.'] };

function answer({ url }: Call) {
  if (url.includes('/comment/order/estimate')) return ok({ targets: 2, price: 3, cost: 6, balance: 9, enough: true });
  if (url.includes('/comment/order/o1')) return ok(order);
  if (url.includes('/comment/template/lovPage')) return ok({ records: [other], total: 1 });
  if (url.includes('/comment/template/')) return refuse(404);
  return ok({ records: [], total: 0 });
}

beforeEach(() => {
  queryClient.clear();
  window.localStorage.clear();
  vi.unstubAllGlobals();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    attributes: { type: 21 } as never,
    permissions: ['comment:order:page', 'comment:order:add'],
  });
});

it('keeps the template of a changed order that is gone', async () => {
  window.history.replaceState(null, '', '/here?create=1&edit=o1');
  const calls = serve(answer);
  const { user } = await show(
    <OrderKindProvider value={COMMENT}>
      <CreateComments />
    </OrderKindProvider>,
  );
  const form = await screen.findByRole('dialog');
  await within(form).findByText('Spring (2 texts)');
  await within(form).findByText('Great shop!');
  await user.click(within(form).getByRole('checkbox', { name: /I declare/ }));
  const asked = () => calls.filter((c) => c.url.endsWith('/comment/order/estimate')).map((c) => c.body);
  await waitFor(() => expect(asked()).toContainEqual(expect.objectContaining({ orderId: 'o1', templateId: 't1' })));
  await user.click(within(form).getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByTitle('Autumn (1 text)'));
  await within(form).findByText('Nice.');
  await user.click(within(form).getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByTitle('Spring (2 texts)'));
  await within(form).findByText('Great shop!');
});
