import { waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { beforeEach, expect, it } from 'vitest';
import { useOwner } from '@/features/saleschannel/ChannelFields';
import type { Channel } from '@/features/saleschannel/channel';
import { useShuntGroups } from '@/features/shuntgroup/ShuntGroups';
import { useShuntNumbers } from '@/features/shuntnumber/ShuntNumbers';
import { useVisitors } from '@/features/visitor/Visitors';
import { menuQuery, queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, serve } from './server';
import { show } from './util';

let calls: Call[] = [];
beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(menuQuery.queryKey, []);
  window.history.replaceState(null, '', '/here');
  calls = serve(({ url }) => {
    if (url.includes('/aty/customerinfo/selector')) return ok([{ userId: 'u1', name: 'Acme' }]);
    if (url.includes('/proxy/info/selector')) return ok([{ userId: 'a1', name: 'Agency' }]);
    if (url.includes('/oauth/router')) return ok([]);
    return ok({ records: [{ id: 'c1', name: 'Fair', customerName: 'Acme' }], total: 1 });
  });
});

const signIn = (type: number, ...permissions: string[]) =>
  useSession.setState({ token: 't', attributes: { type }, info: { userId: 'me' }, permissions } as never);

function Part({ read }: { read: () => void }) {
  read();
  return null;
}

/** Renders a hook as a page does; gives what it answered last. */
async function hook<T>(use: () => T, values?: object) {
  const last: { now?: T } = {};
  const read = () => {
    last.now = use();
  };
  await show(
    <Form initialValues={values}>
      {Object.keys(values ?? {}).map((name) => (
        <Form.Item key={name} name={name}>
          <input />
        </Form.Item>
      ))}
      <Part read={read} />
    </Form>,
  );
  return last as { now: T };
}

it('marks numbers and groups as invalid, unless they are', async () => {
  const numbers = await hook(() => useShuntNumbers(null));
  const groups = await hook(useShuntGroups);
  for (const [kind, actions] of [
    ['number', numbers.now.actions],
    ['group', groups.now.actions],
  ] as const) {
    const one = (actions as { key: string }[]).find((a) => a.key === 'invalid') as never as NonNullable<
      typeof groups.now.actions
    >[number];
    const row = { id: 'x', url: 'https://chat', phoneNumber: '55', status: 'enabled' } as never;
    expect(one.permission).toBe(`shunt:${kind}:status`);
    expect(one.confirm?.(row)).toMatchObject({ title: expect.stringContaining('as invalid?') });
    expect('call' in one && one.call(row)).toMatchObject({
      path: `/shunt/${kind}/status`,
      input: { body: { id: 'x', status: 'invalid' } },
    });
    expect(one.shown?.({ status: 'disabled' } as never)).toBe(true);
    expect(one.shown?.({ status: 'invalid' } as never)).toBe(false);
  }
});

it('filters visitors by customer and channel for who sees several customers', async () => {
  signIn(1, 'aty:customerinfo:page', 'proxy:page', 'channel:sales:page');
  window.history.replaceState(null, '', '/here?customerId=u1');
  const page = await hook(useVisitors);
  await waitFor(() =>
    expect(page.now.columns).toMatchObject({
      customerId: {
        filter: {
          options: [
            { value: 'u1', label: 'Acme' },
            { value: 'a1', label: 'Agency' },
          ],
        },
      },
      channelId: { filter: { options: [{ value: 'c1', label: 'Fair · Acme' }] } },
    }),
  );
  expect(calls.find((c) => c.url.includes('/channel/sales/selector'))?.url).toContain('customerId=u1');
});

it('filters visitors of a customer by its channels alone', async () => {
  signIn(2, 'aty:customerinfo:page', 'channel:sales:page');
  const page = await hook(useVisitors);
  await waitFor(() =>
    expect(page.now.columns).toMatchObject({
      customerId: false,
      channelId: { filter: { options: [{ value: 'c1', label: 'Fair' }] } },
    }),
  );
});

it.each([
  ['of an agent', 11, undefined, undefined, 'me'],
  ['of an agent for a customer', 11, undefined, 'u1', 'u1'],
  ['of staff', 1, undefined, undefined, ''],
  ['that stands', 1, 'u2', undefined, 'u2'],
  ['of the platform', 1, 'platform', undefined, ''],
])('offers owners and links of the one whose channel it is: %s', async (_, type, customerId, chosen, owner) => {
  signIn(type);
  const row = customerId ? ({ customerId } as Channel) : undefined;
  const got = await hook(() => useOwner(row), { customerId: chosen });
  expect(got.now).toBe(owner);
});
