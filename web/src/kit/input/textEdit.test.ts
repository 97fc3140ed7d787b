import { expect, test } from 'vitest';
import { inserted, wrapped } from './textEdit';

test('a piece takes the place of the selection', () => {
  expect(inserted('Hi you', 3, 6, '{name}')).toEqual({ text: 'Hi {name}', from: 9, to: 9 });
  expect(inserted('', 0, 0, '😀')).toEqual({ text: '😀', from: 2, to: 2 });
});

test('marks leave outer blanks out', () => {
  expect(wrapped('a big deal', 1, 6, '*')).toEqual({ text: 'a *big* deal', from: 3, to: 6 });
  expect(wrapped('', 0, 0, '*')).toEqual({ text: '**', from: 1, to: 1 });
});

test('marks are taken away again', () => {
  expect(wrapped('a *big* deal', 2, 7, '*')).toEqual({ text: 'a big deal', from: 2, to: 5 });
  expect(wrapped('a *big* deal', 3, 6, '*')).toEqual({ text: 'a big deal', from: 2, to: 5 });
});
