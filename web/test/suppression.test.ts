import { expect, test } from 'vitest';
import { bodyOf, byRecipient, type Entry } from '@/features/suppression/useEntries';

test('empty fields are not sent, and the scope is the own tenant unless staff choose all tenants', () => {
  expect(bodyOf({ phoneNumber: '+55 11', channel: undefined, reason: '' })).toEqual({
    phoneNumber: '+55 11',
    scope: 'tenant',
  });
  expect(bodyOf({ scope: 'global', channel: 'sms' })).toEqual({ scope: 'global', channel: 'sms' });
});

test('the word of the recipient is not a customer’s to lift', () => {
  const of = (source: string) => byRecipient({ source } as Entry);
  expect(['stop', 'provider', 'complaint', 'consent'].every(of)).toBe(true);
  expect(['manual', 'import'].some(of)).toBe(false);
});
