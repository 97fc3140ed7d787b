import { expect, it } from 'vitest';
import { inserted, typedShortcut } from '@/features/inbox/quickReply';

it('knows a shortcut at the end of a text, and not the slash of an address or a date', () => {
  expect(typedShortcut('/')).toBe('');
  expect(typedShortcut('Oi /preço')).toBe('preço');
  for (const text of ['', 'Oi', '1/2', 'https://a', '/a b', 'a/ b']) expect(typedShortcut(text)).toBeUndefined();
});

it('inserts a quick reply with the name, and without a gap where there is none', () => {
  expect(inserted('Oi /p', 'Hello {name}, $1!', 'Ana')).toBe('Oi Hello Ana, $1!');
  expect(inserted('/p', 'Hello {name}, thanks', '')).toBe('Hello, thanks');
  expect(inserted('/p', '{name}, thanks', '')).toBe('thanks');
});
