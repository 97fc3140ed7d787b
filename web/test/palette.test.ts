import { describe, expect, it } from 'vitest';
import { FOUND, fits } from '@/features/palette/fits';

describe('the palette', () => {
  it('finds an item by its words in any language, accents apart', () => {
    const words = ['Pedidos', 'Envio em massa', '订单', 'Orders', '/send/order'];
    for (const text of ['pedi', 'MASSA', '订单', 'order', 'envio pedidos'])
      expect(fits('p', text, words)).toBeGreaterThan(0);
    expect(fits('p', 'ligacoes', ['Ligações'])).toBe(1);
    expect(fits('p', 'aur', ['Statement', 'My account'])).toBe(0);
    expect(fits('p', 'order x', words)).toBe(0);
  });

  it('puts the beginning of a name first, then a name, then the rest', () => {
    const at = (name: string, ...others: string[]) => fits('p', 'price', [name, ...others]);
    expect(at('Prices')).toBeGreaterThan(at('Own prices'));
    expect(at('Own prices')).toBeGreaterThan(at('Customers', 'Prices'));
    expect(at('Customers', 'Prices')).toBeGreaterThan(at('Customers', 'xprices'));
  });

  it('keeps what the server found', () => {
    expect(fits(`${FOUND}x:1`, 'anything')).toBeGreaterThan(0);
  });
});
