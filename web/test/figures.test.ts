import { describe, expect, it } from 'vitest';
import { dollars, figure, share } from '@/lib/i18n/figures';
import formatMessage from '@/lib/i18n/formatMessage';
import { LOCALES } from '@/lib/i18n/locales';

const VALUES = [
  0, -0, 1, -1, 12, 999, 1000, 1234.5, 12345678.9, 0.1, 0.005, 1.005, 2.675, 99.995, 0.00004, 1e-9, 999999.999,
  -1234.567, 123456789012.34, 1e15, 1e21, 696200, 230384, 0.5,
];

describe('figures', () => {
  it.each(LOCALES)('are those of the browser in %s', (locale) => {
    for (const [least, most] of [
      [0, 3],
      [2, 2],
      [0, 1],
      [0, 0],
    ] as const) {
      const browser = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
      for (const v of VALUES) expect(figure(v, locale, least, most), `${v}`).toBe(browser.format(v));
    }
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
    for (const v of [0, 0.5, 1, 0.1234, 0.9995, 12.3456]) expect(share(v, locale), `${v}`).toBe(percent.format(v));
  });
  it('stand in messages, whose other formats are the browser’s', () => {
    const formatters = { getNumberFormat: (locale: string, o?: object) => new Intl.NumberFormat(locale, o) };
    const said = formatMessage('k', [['n', 4]], { n: 1234.5 }, { locale: 'pt-BR', formatters });
    expect(said).toBe('1.234,5');
  });
});

describe('US dollars', () => {
  it('have cents, and where they are small three digits that say something', () => {
    const shown = [0, 12.345, 0.5, 0.0123456, 0.000023126].map((v) => dollars(v, 'en-US'));
    expect(shown).toEqual(['US$0.00', 'US$12.35', 'US$0.50', 'US$0.0123', 'US$0.0000231']);
    expect(dollars(1234.5, 'pt-BR')).toBe('US$\u00a01.234,50');
  });
});
