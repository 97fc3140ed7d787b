import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { DatePicker, Form, Input } from 'antd';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type BulkOrderRequest,
  type BulkOrderValues,
  lacksOf,
  missingOf,
  toRequest,
  tryOf,
} from '@/features/order/request';
import { FormFrame } from '@/kit/form/FormFrame';
import { withdraw } from '@/lib/api/withdraw';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { EstimateCard } from '@/ordering/EstimateCard';
import { type Collection, segmentWrong } from '@/ordering/target';
import { useConfirmOrder } from '@/ordering/useConfirmOrder';
import { useFinalRefetch } from '@/ordering/useFinalRefetch';
import { ok, serve } from './server';
import { show } from './util';

const collection = { id: 'g', name: 'c', countryCode: 'BR', memberCount: 3 } as Collection;
const hello: BulkOrderValues = {
  name: 'n',
  groupId: collection,
  message: { type: 'text', text: 'Hello {name}' },
  when: 'now',
};

beforeEach(() => {
  queryClient.clear();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    permissions: [],
    attributes: { type: 2 } as never,
  });
});

describe('a form of an order', () => {
  it('demands no content for what a column brings, and sends it as the one for empty cells', () => {
    expect(toRequest(hello)).toBeUndefined();
    expect(lacksOf(hello, ['city'])).toEqual(['name']);
    expect(toRequest(hello, ['name'])?.message.placeholders).toEqual([{ name: 'name', content: '' }]);
    const typed = { ...hello, message: { ...hello.message, values: { name: 'friend' } } };
    expect(toRequest(typed, ['name'])?.message.placeholders).toEqual([{ name: 'name', content: 'friend' }]);
  });
  it('says what it lacks before it has a cost', () => {
    expect(missingOf(hello, [])).toBe('placeholders');
    expect(missingOf({ ...hello, message: { type: 'text', text: '{a} {b} {c} {d}' } }, [], 3)).toBe('many');
    expect(missingOf({ ...hello, message: { type: 'text', text: '{a} {b} {a} {c}' } }, ['a', 'b', 'c'], 3)).toBe(
      'rest',
    );
    expect(missingOf({ ...hello, when: 'later' }, ['name'])).toBe('start');
    expect(missingOf({ ...hello, groupId: undefined }, ['name'])).toBe('rest');
    expect(missingOf({ ...hello, groupId: undefined, when: 'later' }, ['name'])).toBe('rest');
  });
  it('is tested without a start, with what the first recipient brings', () => {
    const later: BulkOrderValues = { ...hello, when: 'later' };
    expect(tryOf(later)).toBeUndefined();
    const placeholders = [{ name: 'name', content: 'Ana' }];
    expect(tryOf(later, { name: 'Ana' })).toMatchObject({
      countryCode: 'BR',
      channel: 'whatsapp',
      message: { placeholders },
    });
    const typed = { ...later, message: { ...later.message, values: { name: 'friend' } } };
    expect(tryOf(typed, { name: 'Ana' })?.message.placeholders).toEqual([{ name: 'name', content: 'friend' }]);
  });
});

it('asks nothing with a number segment that cannot be', () => {
  const rules = { digits: 11, stars: 4, code: '55' };
  const wrong = (text: string) => segmentWrong(text, rules);
  expect(['', ' ', '5511987', '5511***', '5511987, 5521****'].map(wrong)).toEqual([null, null, null, null, null]);
  expect(
    ['+5511987', '5511-98', '5511987,', '551198', '551198765432', '55*****', '4411987', '5*11987'].map(wrong),
  ).toEqual(['plus', 'signs', 'signs', 'length', 'length', 'stars', 'country', 'country']);
  expect(wrong(Array.from({ length: 11 }, () => '5511987').join(','))).toBe('many');
});

function Frame({ enter, onSubmit }: { enter?: boolean; onSubmit: () => void }) {
  const [form] = Form.useForm();
  const frame = { title: 'Form', submit: 'Order', busy: false, form, onClose: () => {}, onSubmit, enter };
  return (
    <FormFrame open {...frame}>
      <Form.Item name="name" label="Name">
        <Input aria-label="Name" />
      </Form.Item>
      <Form.Item name="day" label="Day">
        <DatePicker aria-label="Day" />
      </Form.Item>
    </FormFrame>
  );
}

describe('Enter', () => {
  /** Whether the browser is left to submit. */
  const submits = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' });
  it('in a picker sends no form', async () => {
    await show(<Frame onSubmit={() => {}} />);
    await screen.findByLabelText('Name');
    expect([submits('Name'), submits('Day')]).toEqual([true, false]);
  });
  it('sends nothing where that costs something', async () => {
    await show(<Frame enter={false} onSubmit={() => {}} />);
    await screen.findByLabelText('Name');
    expect([submits('Name'), submits('Day')]).toEqual([false, false]);
  });
});

type Asked = { place: (wish: BulkOrderRequest) => void; keep?: (wish: BulkOrderRequest, credits?: number) => void };

function Asks({ place, keep = () => {} }: Asked) {
  const [form] = Form.useForm<BulkOrderValues>();
  const { ask, asking } = useConfirmOrder(form, { edits: false, place, change: () => {}, keep });
  return (
    <Form form={form}>
      <button type="button" onClick={() => void ask(toRequest(hello, ['name']) as BulkOrderRequest)}>
        {asking ? 'asking' : 'order'}
      </button>
      <button type="button" onClick={() => withdraw(form)}>
        close
      </button>
    </Form>
  );
}

describe('the question before an order', () => {
  const estimate = { targets: 86, price: 4, cost: 344, balance: 1000, enough: true, stock: null, refused: [] };
  it('waits for the estimate, and is put with its number', async () => {
    let answer = () => {};
    const told = new Promise<void>((done) => {
      answer = done;
    });
    serve(async () => {
      await told;
      return ok(estimate);
    });
    const place = vi.fn();
    const { user } = await show(<Asks place={place} />);
    await user.click(screen.getByText('order'));
    await screen.findByText('asking');
    expect(screen.queryByRole('dialog')).toBeNull();
    answer();
    await screen.findAllByText('Send to 86 recipients?');
    await user.click(await screen.findByRole('button', { name: 'Place order' }));
    await waitFor(() => expect(place).toHaveBeenCalledOnce());
  });
  it.each([
    ['customer', 2, { credits: 44, ok: 'Top up 44.00 credits', says: 'You’re 44.00 credits short' }],
    ['staff', 1, { credits: undefined, ok: 'Save as draft', says: 'You’re 44.00 credits short' }],
  ] as const)(
    'says what a %s is short of, and what can be done about it',
    async (_, type, { credits, ok: press, says }) => {
      useSession.setState({ attributes: { type } as never, permissions: ['pay:third:wx'] });
      serve(() => ok({ ...estimate, balance: 300, enough: false }));
      const place = vi.fn();
      const keep = vi.fn();
      const { user } = await show(<Asks place={place} keep={keep} />);
      await user.click(screen.getByText('order'));
      await screen.findAllByText('Not enough credit');
      expect(screen.getByText(says, { exact: false })).toHaveTextContent(
        'costs 344.00 credits and you have 300.00 credits',
      );
      await user.click(await screen.findByRole('button', { name: press }));
      await waitFor(() => expect(keep).toHaveBeenCalledOnce());
      expect(keep.mock.calls[0]).toMatchObject([{ expectedCost: 344 }, credits]);
      expect(place).not.toHaveBeenCalled();
    },
  );
  it('is not put when the form was closed meanwhile', async () => {
    let answer = () => {};
    const told = new Promise<void>((done) => {
      answer = done;
    });
    serve(async () => {
      await told;
      return ok(estimate);
    });
    const { user } = await show(<Asks place={() => {}} />);
    await user.click(screen.getByText('order'));
    await user.click(screen.getByText('close'));
    answer();
    await screen.findByText('order');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByText('Send to 86 recipients?')).toBeNull();
  });
});

it('what moves is asked for once more when it has come to rest, and not before or after', () => {
  const ask = vi.fn();
  const { rerender } = renderHook(({ moves }) => useFinalRefetch(moves, ask), { initialProps: { moves: false } });
  rerender({ moves: true });
  expect(ask).not.toHaveBeenCalled();
  rerender({ moves: false });
  rerender({ moves: false });
  expect(ask).toHaveBeenCalledTimes(1);
});

it('says when the longest of unequal texts decides the price, and what makes it longer', async () => {
  serve(() => ok([]));
  const known = {
    ...{ targets: 2, price: 4, cost: 16, balance: 100, stock: null, enough: true, refused: [] },
    ...{ finishTime: '2026-11-26T08:00:00Z', parts: 2, encoding: 'UCS-2', characters: 71, forced: 'ã“' },
  };
  const card = (uneven: boolean) => (
    <EstimateCard
      estimate={{ data: { ...known, uneven }, isError: false, isFetching: false } as never}
      {...{ ready: true, country: 'Brazil', hint: '' }}
    />
  );
  const { again } = await show(card(true));
  expect(screen.getByText('ã “')).toBeVisible();
  expect(screen.getByText(/The longest one sets the price for all/)).toBeVisible();
  await again(card(false));
  expect(screen.queryByText(/The longest one sets/)).toBeNull();
});
