import { expect, test } from 'vitest';
import { customerOf, type Lead, nameOf } from '@/features/lead/lead';
import { bodyOf } from '@/features/saleschannel/channel';

const lead = {
  name: '',
  phoneNumber: '5511987654321',
  email: 'ada@lima.com',
  countryCode: 'BR',
  erased: false,
} as Lead;

test('a conversion begins with the number without its country code', () => {
  expect(customerOf(lead, '55')).toMatchObject({ phone: '11987654321', email: 'ada@lima.com', countryCode: 'BR' });
  expect(customerOf({ ...lead, phoneNumber: '', countryCode: '' }, '')).toMatchObject({
    phone: '',
    countryCode: undefined,
  });
});

test('a lead is called by its name, else its number or address', () => {
  expect(nameOf({ ...lead, name: 'Ada' }, 'Erased')).toBe('Ada');
  expect(nameOf(lead, 'Erased')).toBe('+5511987654321');
  expect(nameOf({ ...lead, phoneNumber: '' }, 'Erased')).toBe('ada@lima.com');
  expect(nameOf({ ...lead, phoneNumber: '', email: '' }, 'Erased')).toBe('Erased');
});

test('the form of a channel sends campaign parameters that are filled, and takes link and owner away when they are empty', () => {
  expect(bodyOf({ name: 'Fair', kind: 'event', utm_source: 'fair', utm_term: '' })).toEqual({
    name: 'Fair',
    kind: 'event',
    ownerId: '',
    linkId: '',
    remark: undefined,
    params: { utm_source: 'fair' },
  });
});
