import { expect, it } from 'vitest';
import { loginAt } from '@/app/loginHost';
import { imageAt } from '@/lib/image';

const AT = { origin: 'https://console.test', pathname: '/order/bulk' };

it('signs in at another host, which leads back to the page without its query', () => {
  expect(loginAt(AT, 'https://login.test/subsystem/login?app=herald')).toBe(
    'https://login.test/subsystem/login?app=herald&returnUrl=https%3A%2F%2Fconsole.test%2Forder%2Fbulk',
  );
  expect([loginAt(AT, ''), loginAt(AT, 'javascript:alert(1)')]).toEqual([null, null]);
});

it('puts the host of pictures before addresses that are not absolute', () => {
  const host = 'https://img.test/';
  expect(
    ['a/b.png', '/a/b.png', 'https://x.test/b.png', '//x.test/b.png', 'data:image/png;base64,', 'blob:x', ''].map((u) =>
      imageAt(u, host),
    ),
  ).toEqual([
    'https://img.test/a/b.png',
    'https://img.test/a/b.png',
    'https://x.test/b.png',
    '//x.test/b.png',
    'data:image/png;base64,',
    'blob:x',
    '',
  ]);
  expect(imageAt('/a.png', '')).toBe('/a.png');
});
