import { apiData } from '@/lib/api/client';
import type { ListPath, QueryOf, RecordOf } from '@/lib/api/types';

/** A row that was found. */
export type Found = { id: string; name: string; note: string; href: string };

/** How rows of a page are found: a text becomes a query of its list, or nothing if the list cannot have it. */
export type Source = {
  /** Path of the page in the menu; who cannot open it finds nothing there. */
  page: string;
  search: (text: string, signal: AbortSignal) => Promise<Found[]> | null;
};

/** Rows of a page that are shown. */
const ROWS = 5;
const ORDER_NO = /^[A-Z]{2}\d{6}/i;
const DIGITS = /^\+?[\d ()-]{4,}$/;

function source<P extends ListPath>(
  page: string,
  api: P,
  query: (text: string) => QueryOf<P> | null,
  show: (row: RecordOf<P>) => Found,
): Source {
  return {
    page,
    search: (text, signal) => {
      const asked = query(text);
      if (!asked) return null;
      const input = { query: { ...asked, current: 1, size: ROWS } } as never;
      return apiData('get', api, input, { signal }).then((found) =>
        ((found as { records: RecordOf<P>[] }).records ?? []).map(show),
      );
    },
  };
}

type OrderRow = { id: string; name: string; orderNo: string; customerName?: string };
const orderQuery = (text: string) => (ORDER_NO.test(text) ? { orderNo: text.toUpperCase() } : { name: text });
const orders = (page: string, api: ListPath) =>
  source(
    page,
    api,
    orderQuery as never,
    ((row: OrderRow) => ({
      id: row.id,
      name: row.name,
      note: [row.orderNo, row.customerName].filter(Boolean).join(' · '),
      href: `${page}?id=${row.id}`,
    })) as never,
  );

const digitsOf = (text: string) => text.replace(/\D/g, '');
const person = (text: string) => (DIGITS.test(text) ? { phoneNumber: digitsOf(text) } : { name: text });

/** Everything that can be found by a text, besides pages and actions. */
export const SOURCES: Source[] = [
  source('/customer/list', '/aty/customerinfo/page', person, (row) => ({
    id: row.userId,
    name: row.companyName || row.name,
    note: [row.nickname, row.phoneNumber].filter(Boolean).join(' · '),
    href: `/customer/list?id=${row.userId}`,
  })),
  orders('/send/order', '/gc/groupsendorder/page'),
  orders('/group/order', '/bgo/buildgroup/page'),
  orders('/call/order', '/call/order/page'),
  orders('/email/order', '/edm/order/page'),
  orders('/comment/order', '/comment/order/page'),
  orders('/channel/order', '/channel/order/page'),
  source(
    '/send/inbox',
    '/gc/inbox/page',
    (text) => (DIGITS.test(text) ? { phoneNumber: digitsOf(text) } : null),
    (row) => ({ id: row.id, name: row.phoneNumber, note: row.customerName ?? '', href: `/send/inbox?id=${row.id}` }),
  ),
  source(
    '/send/contact',
    '/aty/contactsgroup/page',
    (text) => ({ name: text }),
    (row) => ({ id: row.id, name: row.name, note: row.countryCode, href: `/send/contact?id=${row.id}` }),
  ),
  source('/channel/lead', '/channel/lead/page', person, (row) => ({
    id: row.id,
    name: row.name,
    note: row.phoneNumber ?? '',
    href: `/channel/lead?id=${row.id}`,
  })),
  source(
    '/shunt/link',
    '/shunt/link/page',
    (text) => ({ name: text }),
    (row) => ({ id: row.id, name: row.name, note: row.customerName ?? '', href: `/shunt/link?id=${row.id}` }),
  ),
  source(
    '/system/user',
    '/sysuser/page',
    (text) => ({ name: text }),
    (row) => ({
      id: row.userId,
      name: row.name,
      note: row.nickname ?? '',
      href: `/system/user?name=${encodeURIComponent(row.name)}`,
    }),
  ),
  source(
    '/system/config',
    '/lop/system/config/page',
    (text) => (/^[a-z]+\.[\w.]*$/.test(text) ? { key: text } : { description: text }),
    (row) => ({ id: row.key, name: row.description, note: row.key, href: `/system/config?text=${row.key}` }),
  ),
];
