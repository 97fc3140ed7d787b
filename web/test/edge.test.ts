import { type ComponentProps, createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { AccessRule } from '@/kit/access/Can';
import { formOf } from '@/kit/form/formOf';
import type { FormSpec, Resource } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import type { BodyOf, SortOf } from '@/lib/api/types';

// Calls that the OpenAPI document does not have must not compile. Every line below `@ts-expect-error` is such a
// mistake. If it compiled, the directive itself would be an error.

type Collections = Resource<'/aty/contactsgroup/page', 'contact'>;
const page = (columns: Collections['columns'], more: Partial<Collections> = {}): Collections => ({
  list: '/aty/contactsgroup/page',
  words: 'contact',
  columns,
  ...more,
});

describe('a description that the server does not know', () => {
  it('does not compile: columns, orders, filters', () => {
    const right = page({
      name: { sort: true, filter: true },
      createTime: { as: 'time', sort: true, filter: 'days' },
      activeCount: { as: 'count' },
      memberCount: { title: 'x', as: 'count', sort: true },
    });
    expect(Object.keys(right.columns)).toHaveLength(4);
    // @ts-expect-error no such field
    page({ nmae: { title: 'x' } });
    // @ts-expect-error nothing orders by it
    page({ waCount: { as: 'count', sort: true } });
    // @ts-expect-error nothing filters by it
    page({ waCount: { as: 'count', filter: true } });
    // @ts-expect-error not from one day to another
    page({ name: { filter: 'days' } });
    // @ts-expect-error a number is no time
    page({ waCount: { as: 'time' } });
    // @ts-expect-error a name is no amount
    page({ name: { as: 'credit' } });
    // @ts-expect-error no message of that name, and no title
    page({ memberCount: { as: 'count' } });
    // @ts-expect-error not a name of a filter
    page({ name: {} }, { filters: ['nmae'] });
    const order: SortOf<'/aty/contactsgroup/page'> = 'memberCount';
    expect(order).toBe('memberCount');
    // @ts-expect-error a list cannot be ordered by what it does not say
    const wrong: SortOf<'/aty/contactsgroup/page'> = 'waCount';
    expect(wrong).toBe('waCount');
  });

  it('does not compile: a field that is no plain value and is not drawn', () => {
    const orders = (columns: Resource<'/gc/groupsendorder/page', 'order'>['columns']) => columns;
    expect(orders({ counts: { title: 'x', cell: (o) => o.total } })).toBeDefined();
    // @ts-expect-error an object has no text
    orders({ counts: { title: 'x' } });
    // @ts-expect-error a row has no such field
    orders({ counts: { title: 'x', cell: (o) => o.totl } });
  });

  it('does not compile: lists, parameters, exports, what a change makes stale', () => {
    // @ts-expect-error no such list
    const none: Resource<'/aty/contactgroup/page', 'contact'>['list'] = '/aty/contactgroup/page';
    expect(none).toBeDefined();
    // @ts-expect-error no such parameter
    page({}, { fixed: { nmae: 'x' } });
    // @ts-expect-error no such call
    page({}, { changes: ['/aty/contactgroup/page'] });
    const stock: Resource<'/gc/bulksendstock/page', 'stock'>['export'] = undefined;
    expect(stock).toBeUndefined();
    // @ts-expect-error that list has no export
    const exported: Resource<'/gc/bulksendstock/page', 'stock'>['export'] = true;
    expect(exported).toBe(true);
    // @ts-expect-error an action without a message of its key has a label
    page({}, { actions: [{ key: 'unnamed', run: () => {} }] });
  });
});

describe('a change that the server does not know', () => {
  it('does not compile: paths, methods, parameters, bodies', () => {
    const call = request('put', '/sysuser/status/{id}', { path: { id: 'x' }, query: { status: 'locked' } });
    expect(call).toMatchObject({ method: 'put', path: '/sysuser/status/{id}' });
    // @ts-expect-error no such path
    request('put', '/sysuser/state/{id}', { path: { id: 'x' } });
    // @ts-expect-error no such method
    request('post', '/sysuser/status/{id}', { path: { id: 'x' } });
    // @ts-expect-error the path has a parameter
    request('delete', '/sysuser/{id}');
    // @ts-expect-error of another name
    request('delete', '/sysuser/{id}', { path: { userId: 'x' } });
    // @ts-expect-error not one of the values
    request('post', '/aty/suppression', { body: { phoneNumber: '5511', scope: 'all' } });
    // @ts-expect-error no such field
    request('post', '/aty/contactsgroup', { body: { nmae: 'x', countryCode: 'BR' } });
    // @ts-expect-error of another type
    request('post', '/gc/bulksendstock', { body: { countryCode: 'BR', sendTotal: '5' } });
    const body: BodyOf<'post', '/gc/bulksendstock'> = { countryCode: 'BR', sendTotal: 5 };
    expect(body.sendTotal).toBe(5);
  });

  it('does not compile: a form or an action that sends by hand', () => {
    type Form = FormSpec<{ id: string }, { name: string }>;
    const sends: Form['send'] = ({ name }) =>
      request('post', '/aty/contactsgroup', { body: { name, countryCode: 'BR' } });
    expect(sends({ name: 'x' }).input).toEqual({ body: { name: 'x', countryCode: 'BR' } });
    // @ts-expect-error only `to` describes a call
    const byHand: Form['send'] = () => ({ method: 'post', path: '/x' });
    expect(byHand).toBeDefined();
    // @ts-expect-error its fields have no such value
    const wrong: Form['send'] = ({ nmae }) => request('delete', '/sysuser/{id}', { path: { id: String(nmae) } });
    expect(wrong).toBeDefined();
  });
});

describe('a field that the form does not have', () => {
  type Values = { name: string; count?: number; rows: { field: string }[] };
  const { Field, useWatch } = formOf<Values>();
  type Props = ComponentProps<typeof Field>;
  const field = (name: Props['name']) => name;

  it('does not compile: names, paths, watchers', () => {
    expect([field('name'), field(['rows', 0, 'field']), field([0, 'field'])]).toHaveLength(3);
    // @ts-expect-error no such field
    field('nmae');
    // @ts-expect-error no path into it
    field(['nmae', 'field']);
    const watch = (name: Parameters<typeof useWatch>[0]) => name;
    expect(watch('count')).toBe('count');
    // @ts-expect-error no such field
    watch('x');
    // @ts-expect-error a number is no text
    const text: (name: 'count') => string | undefined = useWatch<'count'>;
    expect(text).toBe(useWatch);
  });

  it('does not compile: a body by spread that has more than the call takes', () => {
    type Form = FormSpec<{ id: string }, { name: string; countryCode: string; nmae: string }>;
    const { fields: _, ...form }: Pick<Form, 'fields' | 'send'> = {
      fields: ({ Field: Own }) => createElement(Own, { name: 'name', label: 'Name' }),
      // @ts-expect-error the call has no such field
      send: (values) => request('post', '/aty/contactsgroup', { body: { ...values } }),
    };
    expect(form.send({ name: 'x', countryCode: 'BR', nmae: '' })).toBeDefined();
    // @ts-expect-error nor by a variable
    const whole: Form['send'] = (values) => request('post', '/aty/contactsgroup', { body: values });
    expect(whole).toBeDefined();
  });
});

describe('a permission that the server does not have', () => {
  it('does not compile', () => {
    const right: AccessRule = { permission: ['sysuser:add', 'pay:third:usdt'] };
    expect(right).toBeDefined();
    // @ts-expect-error no such permission
    const wrong: AccessRule = { permission: 'sysuser:delete' };
    expect(wrong).toBeDefined();
  });
});
