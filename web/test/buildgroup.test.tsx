import { screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import dayjs from 'dayjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { valuesOf } from '@/features/buildgroup/draft';
import { groupsOf, type Maker, makerOf, nameOf, type Scale, sizesOf, takenOf } from '@/features/buildgroup/group';
import Notice from '@/features/buildgroup/Notice';
import { draftOf, type GroupOrderValues, greetingOf, missingOf, toRequest } from '@/features/buildgroup/request';
import { skip, skipped } from '@/features/buildgroup/skipped';
import { freshOf } from '@/features/buildgroup/useDraft';
import { showErrors } from '@/kit/form/fieldErrors';
import { StepsFrame } from '@/kit/form/StepsFrame';
import { ApiError } from '@/lib/api/error';
import { GROUP_NOTICE } from '@/lib/constants';
import { nowAtEight } from '@/lib/format';
import type { Collection } from '@/ordering/target';
import { show } from './util';

const all = { canAdd: true, canMute: true, canPromote: true, canGreet: true, inviteOnly: false, own: 0, square: 0 };
const partner: Maker = { provider: 'partner', sizeMin: 30, sizeMax: 200, ...all };
const official: Maker = {
  ...{ provider: 'whatsapp', sizeMin: 1, sizeMax: 8, inviteOnly: true },
  ...{ canAdd: false, canMute: false, canPromote: false, canGreet: false, own: 1, square: 192 },
};
const scale: Scale = {
  ranges: [
    { min: 30, max: 99 },
    { min: 100, max: 200 },
  ],
  ...{ chargeMin: 100, audienceMax: 2000, servicesMax: 3, adminsMax: 5, greetingMax: 500, greetingTimes: 3 },
  ...{ avatarBytes: 102_400, pictureBytes: 511_999 },
  providers: [partner, official],
};
const collection = { id: 'g', name: 'c', countryCode: 'BR', memberCount: 300 } as Collection;
const whole: GroupOrderValues = {
  ...freshOf(scale),
  name: ' Spring ',
  groupId: collection,
  groupName: 'Sale ',
  services: ['s'],
  admins: ['a'],
  mute: true,
  greeting: { text: 'Hello', times: 2 },
};

describe('an order of groups', () => {
  it('begins with the default provider and the larger of the usual sizes', () => {
    expect(freshOf(scale)).toMatchObject({ provider: 'partner', sizeMin: 100, sizeMax: 200, when: 'now' });
    expect(makerOf(scale, 'whatsapp')).toBe(official);
    expect(makerOf(scale, 'gone')).toBe(partner);
    expect(sizesOf(scale, partner)).toEqual(scale.ranges);
    expect(sizesOf(scale, official)).toEqual([{ min: 1, max: 8 }]);
  });

  it('is asked for as it is written', () => {
    expect(toRequest(whole, partner)).toMatchObject({
      name: 'Spring',
      groupId: 'g',
      countryCode: 'BR',
      provider: 'partner',
      sizeMin: 100,
      sizeMax: 200,
      groupName: 'Sale',
      services: ['s'],
      admins: ['a'],
      mute: true,
      greeting: { text: 'Hello', times: 2 },
    });
  });

  it('does not ask for what the provider cannot do, and keeps it for another one', () => {
    const wish = toRequest({ ...whole, provider: 'whatsapp', sizeMin: 1, sizeMax: 8 }, official);
    expect([wish?.services, wish?.admins, wish?.mute, wish?.greeting]).toEqual(Array(4).fill(undefined));
    expect(toRequest(whole, partner)?.greeting).toBeDefined();
  });

  it('says what it lacks before it has a cost', () => {
    expect(missingOf(whole)).toBeUndefined();
    expect(missingOf({ ...whole, when: 'later' })).toBe('start');
    expect(missingOf({ ...whole, groupId: undefined })).toBe('members');
    expect(missingOf({ ...whole, groupName: ' ' })).toBe('group');
    expect(missingOf({ ...whole, sizeMin: 120, sizeMax: 110 }, partner)).toBe('group');
    expect(missingOf({ ...whole, sizeMax: 201 }, partner)).toBe('group');
    expect(missingOf(whole, official)).toBe('group'); // its groups are smaller
    expect(missingOf({ ...whole, suffix: true })).toBe('group');
    expect(missingOf({ ...whole, suffix: true, suffixStart: 0 })).toBeUndefined();
    expect(missingOf({ ...whole, admins: [] })).toBe('group'); // only administrators may speak
    expect(missingOf({ ...whole, admins: [], mute: false })).toBeUndefined();
  });

  it('is greeted only with a text or a picture', () => {
    expect(greetingOf({ greeting: { text: '  ', times: 3 } })).toBeUndefined();
    const pictureId = { id: 'p', name: 'p.png', shown: '' };
    expect(greetingOf({ greeting: { pictureId } })).toEqual({ text: undefined, pictureId: 'p', times: 1 });
  });

  it('is kept as a draft before it is complete, and comes back as it was', () => {
    expect(draftOf({ ...whole, groupId: undefined }, partner)).toBeUndefined();
    const start = dayjs(nowAtEight()).add(1, 'day').startOf('minute');
    const wish = draftOf(
      { ...whole, suffix: true, suffixStart: 7, when: 'later', startTime: start, endTime: start.add(1, 'hour') },
      partner,
    );
    expect(draftOf(valuesOf(wish as never, { collection }), partner)).toEqual(wish);
    const late = valuesOf(wish as never, { collection }, new Date(Date.now() + 90_000_000));
    expect([late.when, late.startTime, late.endTime]).toEqual(['now', undefined, undefined]);
  });

  it('numbers its groups, and counts them with the staff in each', () => {
    expect(nameOf({ groupName: 'Sale', suffix: true, suffixStart: 9 }, 2)).toBe('Sale11');
    expect(nameOf({ groupName: 'Sale', suffix: true, suffixStart: null }, 2)).toBe('Sale');
    expect(groupsOf(300, 100, 4)).toBe(4);
    expect(groupsOf(300, 4, 4)).toBeUndefined();
    expect(groupsOf(undefined, 100, 0)).toBeUndefined();
    expect(takenOf({ services: ['a'], admins: ['b'] }, partner)).toBe(2);
    expect(groupsOf(15, 8, takenOf({}, official))).toBe(3); // its own account is one of the eight
  });
});

describe('what is said before groups are ordered', () => {
  afterEach(() => localStorage.removeItem(GROUP_NOTICE.flag));

  it('may be left out for seven days', async () => {
    const onGo = vi.fn();
    const { user } = await show(<Notice onGo={onGo} onClose={() => {}} />);
    expect(skipped()).toBe(false);
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onGo).toHaveBeenCalledTimes(1);
    expect(skipped()).toBe(true);
  });
  it('is said again after them', () => {
    const day = 86_400_000;
    skip(day);
    expect([skipped(day), skipped(8 * day - 1), skipped(8 * day)]).toEqual([true, true, false]);
  });
});

type Two = { name?: string; more?: { text?: string } };

function Steps({ onSubmit }: { onSubmit: (v: Two) => void }) {
  const [form] = Form.useForm<Two>();
  const refuse = () =>
    showErrors(form, new ApiError({ status: 400, code: 400, errors: [{ field: 'name', message: 'Used' }] } as never));
  return (
    <StepsFrame<Two>
      open
      title="Groups"
      label="Steps"
      submit="Order"
      busy={false}
      form={form}
      more={
        <button type="button" onClick={refuse}>
          refuse
        </button>
      }
      onClose={() => {}}
      onSubmit={onSubmit}
      steps={[
        {
          title: 'Who',
          fields: ['name'],
          content: (
            <Form.Item name="name" label="Name" rules={[{ required: true, message: 'Missing' }]}>
              <Input />
            </Form.Item>
          ),
        },
        {
          title: 'More',
          fields: ['more'],
          content: (
            <Form.Item name={['more', 'text']} label="Text" rules={[{ max: 3, message: 'Long' }]}>
              <Input />
            </Form.Item>
          ),
        },
        { title: 'Last', fields: [], content: <p>All</p> },
      ]}
    />
  );
}

describe('a form of steps over its page', () => {
  const press = (name: string) => screen.getByRole('button', { name });

  it('goes on when a step is right, keeps what was entered, and leads to what is not right', async () => {
    const onSubmit = vi.fn();
    const { user } = await show(<Steps onSubmit={onSubmit} />);
    await user.click(press('Next'));
    await screen.findByText('Missing');
    expect(screen.getByLabelText('Name')).toBeVisible();
    await user.type(screen.getByLabelText('Name'), 'Mine');
    await user.click(press('Next'));
    await waitFor(() => expect(screen.getByLabelText(/^Text/)).toBeVisible());
    await user.type(screen.getByLabelText(/^Text/), 'four');
    await user.click(press('Next'));
    await screen.findByText('Long'); // a field within a field holds its step, too
    await user.click(press('Back'));
    expect(screen.getByLabelText('Name')).toHaveValue('Mine');
    await user.click(press('3 Last'));
    await user.click(press('Order'));
    await waitFor(() => expect(screen.getByLabelText(/^Text/)).toBeVisible());
    expect(onSubmit).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText(/^Text/), '{Backspace}');
    await user.click(press('3 Last'));
    await user.click(press('Order'));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'Mine', more: { text: 'fou' } }));
    await user.click(press('refuse'));
    await screen.findByText('Used');
    expect(screen.getByLabelText('Name')).toBeVisible();
  });
});
