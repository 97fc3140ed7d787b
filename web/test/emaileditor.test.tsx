import { Editor } from '@tiptap/react';
import { expect, test } from 'vitest';
import { valuesOf } from '@/features/emailtemplate/ContactChoice';
import { gapId, nearestGap } from '@/features/emailtemplate/dnd';
import { draftKeeper, draftOf } from '@/features/emailtemplate/draft';
import { EXTENSIONS } from '@/features/emailtemplate/extensions';
import { cleanFragment } from '@/features/emailtemplate/Fragment';
import { altOf } from '@/features/emailtemplate/PictureFields';
import { shownAt } from '@/features/emailtemplate/pictures';
import { framed } from '@/kit/mail/framed';
import { useSession } from '@/lib/session';

const page = (head: string) => `<!doctype html><html><head>${head}</head><body>Hi</body></html>`;
const own = '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style>';

test('a framed email is dark or light as asked, by its own rules where it has some', () => {
  expect(framed(page(own), true)).toContain('@media (min-width:0){p');
  expect(framed(page(own), false)).toContain('@media (max-width:0){p');
  expect(framed(page(own), true)).not.toContain('invert');
  expect(framed(page(''), true)).toContain('invert(1)');
  expect(framed(page(''), false)).not.toContain('invert');
});

test('an email that asks to be kept light stays light, and its links open nothing', () => {
  expect(framed(page('<meta name="color-scheme" content="light only">'), true)).not.toContain('invert');
  expect(framed(page(''), false)).toContain('<head><base target="_blank">');
  expect(framed('<p>Hi</p>', false)).toBe('<base target="_blank"><p>Hi</p>');
});

test('a fragment keeps what a text block may have, and nothing else', () => {
  const html =
    '<p style="text-align: center; position: fixed">Hi <strong>you</strong><img src=x onerror=alert(1)></p><script>1</script>';
  expect(cleanFragment(html)).toBe('<p style="text-align: center;">Hi <strong>you</strong></p>');
  expect(cleanFragment('<a href="https://a.example" onclick="x()">A</a>')).toBe('<a>A</a>');
});

test('a text is edited without losing a style of an element', () => {
  const html = [
    '<h1 style="text-align: center; color: rgb(255, 255, 255);">A</h1>',
    '<p style="background-color: rgb(1, 2, 3);">B <span style="font-size: 20px;">C</span> <strong style="color: rgb(255, 0, 0);">D</strong></p>',
    '<ul><li><p>E <a href="https://a.example">F</a></p></li></ul>',
  ].join('');
  const editor = new Editor({ extensions: EXTENSIONS, content: html });
  const bare = (text: string) => text.replaceAll('; ', ';').replaceAll(';"', '"').replaceAll(': ', ':');
  expect(bare(editor.getHTML())).toBe(bare(html));
  editor.destroy();
});

test('the nearest gap takes what is dropped, of two equally near ones the narrower', () => {
  const rects = new Map(
    Object.entries({
      wide: { left: 0, right: 600, top: 100, bottom: 100, width: 600 },
      column: { left: 0, right: 300, top: 100, bottom: 100, width: 300 },
      below: { left: 0, right: 600, top: 300, bottom: 300, width: 600 },
    }),
  );
  const at = (x: number, y: number) =>
    nearestGap({
      pointerCoordinates: { x, y },
      droppableContainers: [...rects.keys()].map((id) => ({ id })),
      droppableRects: rects,
    } as unknown as Parameters<typeof nearestGap>[0])[0]?.id;
  expect(at(10, 120)).toBe('column');
  expect(at(500, 120)).toBe('wide');
  expect(at(10, 250)).toBe('below');
  expect(gapId({ parent: 'k', column: 1, index: 2 })).toBe('k/1/2');
});

test('unsaved work is found again in the tab until it is dropped', async () => {
  useSession.setState({ info: { userId: 'u1' } as never });
  const design = { version: 1 as const, style: {}, blocks: [] };
  const keeper = draftKeeper('t');
  keeper.keep({ name: 'N', subject: 'S', design, version: 2 });
  await expect.poll(() => draftOf('t')).toEqual({ name: 'N', subject: 'S', design, version: 2 });
  keeper.drop();
  expect(draftOf('t')).toBeUndefined();
  sessionStorage.setItem('emailtemplate:u1:t', '{');
  expect(draftOf('t')).toBeUndefined();
});

test('a contact gives its values by the names of the columns', () => {
  const row = { email: 'ana@x.example', name: 'Ana', values: { city: 'Recife', age: 3 } };
  expect(valuesOf(row)).toEqual({ city: 'Recife', email: 'ana@x.example', name: 'Ana' });
});

test('a picture is described by the name of its file at first, and an uploaded one is shown by the API', () => {
  expect(altOf('green-tea_box.png')).toBe('green tea box');
  expect(shownAt('/uf/picture/01ABC')).toBe('/api/uf/picture/01ABC');
  expect(shownAt('https://a.example/x.png')).toBe('https://a.example/x.png');
  expect([shownAt(''), shownAt('http://a.example/x.png'), shownAt('//a.example')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
