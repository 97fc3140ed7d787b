import type { Data } from '@/lib/api/types';
import { ANYWHERE, type Service } from './price';

export const GRIDS = ['/aty/customerinfo/price/grid', '/proxy/service/price/grid'] as const;
type Wire = NonNullable<Data<'get', (typeof GRIDS)[0]>['cells']>[number];
/** A price with its origin; null without one. */
export type Applied = Omit<Wire['applies'], 'price'> & { price: number | null };
export type Cell = Omit<Wire, 'own' | 'applies' | 'inherited' | 'least'> & {
  own: number | null;
  /** What the user pays itself, and the least price; null: no such bound. */
  least: number | null;
  applies: Applied;
  inherited: Applied;
};

/** Whose prices a grid has: a user's or the platform's own, or those of an agent's list for its customers. */
export type GridOwner = { id: string; list?: boolean };

/** A cell by its place. */
export type Place = { service: string; country: string };

/** An own price that was set or removed (null), the one before, and the price that applied then and applies now. */
export type Edit = Place & { before: number | null; after: number | null; was: number | null; becomes: number | null };

export const keyOf = ({ service, country }: Place) => `${service} ${country}`;

/** Prices by service and country; a country that no line names has the price of every other country. */
export function gridOf(cells: readonly Cell[]) {
  const known = new Map(cells.map((c) => [keyOf({ service: c.service, country: c.countryCode }), c]));
  return {
    countries: [...new Set(cells.map((c) => c.countryCode).filter((c) => c !== ANYWHERE))],
    at: ({ service, country }: Place): Cell => {
      const cell = known.get(keyOf({ service, country }));
      if (cell) return cell;
      const elsewhere = known.get(keyOf({ service, country: ANYWHERE }));
      const applies = elsewhere?.applies ?? NO_PRICE;
      const least = elsewhere?.least ?? null;
      return { service, countryCode: country, own: null, byStaff: false, applies, inherited: applies, least };
    },
  };
}

const NO_PRICE: Applied = { price: null, source: '', countryCode: '', raised: false };

/** The cell that an arrow, Home or End leads to; undefined where the grid ends. */
export function moved(
  key: string,
  at: Place,
  services: readonly string[],
  countries: readonly string[],
): Place | undefined {
  const x = services.indexOf(at.service);
  const y = countries.indexOf(at.country);
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [x - 1, y],
    ArrowRight: [x + 1, y],
    ArrowUp: [x, y - 1],
    ArrowDown: [x, y + 1],
    Home: [0, y],
    End: [services.length - 1, y],
  };
  const [column, row] = steps[key] ?? [-1, -1];
  const service = services[column];
  const country = countries[row];
  return service !== undefined && country !== undefined ? { service, country } : undefined;
}

export const asService = (service: string) => service as Service;
