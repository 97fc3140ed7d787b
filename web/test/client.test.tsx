import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiData, apiDataAt } from '@/lib/api/client';
import { ApiError } from '@/lib/api/error';
import { useSession } from '@/lib/session';
import { usePrefs } from '@/lib/theme/prefs';
import { ok, refuse, serve } from './server';

const session = (token: string, refresh: string) => ({
  token,
  refresh_token: refresh,
  expires_in: 7200,
  info: { userId: 'u', avatar: '', nickname: 'Ann', mustChangePassword: false },
  attributes: {
    type: 2 as const,
    name: 'Ann',
    tenantId: 'u',
    locked: false,
    language: '',
    pingSeconds: 25,
    'ws.ping.seconds': 25,
  },
  permissions: ['a'],
  roles: ['customer'],
});

beforeEach(() => {
  useSession.getState().clear();
  usePrefs.setState({ locale: 'pt-BR' });
});
afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  it('opens the envelope and sends language, token and key', async () => {
    useSession.getState().signIn(session('t1', 'r1'));
    const calls = serve(() => ok({ id: 'x' }));
    await expect(apiData('post', '/aty/contactsgroup', { body: { name: 'n', countryCode: 'BR' } })).resolves.toEqual({
      id: 'x',
    });
    expect(calls[0]).toMatchObject({ method: 'POST', url: '/api/aty/contactsgroup', body: { name: 'n' } });
    expect(calls[0]?.headers).toMatchObject({ lang: 'pt_BR', Authorization: 'Bearer t1' });
    expect(calls[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('fills the path and repeats the key of a list', async () => {
    const calls = serve(() => ok(null));
    const query = { current: 2, sortFields: ['x', 'y'], name: '', state: undefined };
    await apiDataAt('get', '/gc/groupsendorder/{id}/targets/page', { path: { id: 'a/b' }, query });
    expect(calls[0]?.url).toBe('/api/gc/groupsendorder/a%2Fb/targets/page?current=2&sortFields=x&sortFields=y');
  });

  it('gives the refusal with its fields', async () => {
    serve(() => refuse(400, 400, 'bad', { errors: [{ field: 'name', message: 'too long' }] }));
    const e = await apiData('get', '/oauth/router').catch((x) => x);
    expect(e).toBeInstanceOf(ApiError);
    expect(e).toMatchObject({
      status: 400,
      code: 400,
      message: 'bad',
      errors: [{ field: 'name', message: 'too long' }],
    });
  });

  it('keeps the draft of a refusal for money', async () => {
    serve(() => refuse(402, 40201, 'short', { data: { draftId: 'd' } }));
    await expect(apiData('get', '/oauth/router')).rejects.toMatchObject({ code: 40201, data: { draftId: 'd' } });
  });

  it('does not take the words of a proxy for ours', async () => {
    serve(() => ({ status: 503, body: { message: 'Service Unavailable' } }));
    await expect(apiData('get', '/oauth/router')).rejects.toMatchObject({ status: 503, message: '', unanswered: true });
    serve(() => ({ status: 200, body: '<html>' }));
    await expect(apiData('get', '/oauth/router')).rejects.toMatchObject({ status: 502, unanswered: true });
  });

  it('says when no answer came', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(apiData('get', '/oauth/router')).rejects.toMatchObject({ status: 0, unanswered: true });
  });

  it('remembers that the password must be changed', async () => {
    useSession.getState().signIn(session('t1', 'r1'));
    serve(() => refuse(403, 40301));
    await apiData('get', '/oauth/router').catch(() => {});
    expect(useSession.getState().info?.mustChangePassword).toBe(true);
  });
});

describe('an expired token', () => {
  it('is refreshed once for all that wait, and each call is repeated', async () => {
    useSession.getState().signIn(session('old', 'r1'));
    const calls = serve(({ url, headers }) => {
      if (url === '/api/oauth/refresh') return ok(session('new', 'r2'));
      return headers.Authorization === 'Bearer new' ? ok([]) : refuse(401);
    });
    await Promise.all([
      apiData('get', '/oauth/router'),
      apiData('get', '/oauth/router'),
      apiData('get', '/oauth/router'),
    ]);
    expect(calls.filter((c) => c.url === '/api/oauth/refresh')).toHaveLength(1);
    expect(calls).toHaveLength(7);
    expect(useSession.getState()).toMatchObject({ token: 'new', refreshToken: 'r2' });
  });

  it('repeats a POST with the same key', async () => {
    useSession.getState().signIn(session('old', 'r1'));
    const calls = serve(({ url, headers }) => {
      if (url === '/api/oauth/refresh') return ok(session('new', 'r2'));
      return headers.Authorization === 'Bearer new' ? ok({ id: 'x' }) : refuse(401);
    });
    await apiData('post', '/aty/contactsgroup', { body: { name: 'n', countryCode: 'BR' } });
    const keys = calls.filter((c) => c.url === '/api/aty/contactsgroup').map((c) => c.headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('takes the token that another tab has fetched', async () => {
    useSession.getState().signIn(session('old', 'r1'));
    const calls = serve(({ headers }) => {
      if (headers.Authorization === 'Bearer theirs') return ok([]);
      const stored = JSON.parse(window.localStorage.getItem('session') ?? '{}');
      window.localStorage.setItem(
        'session',
        JSON.stringify({ ...stored, state: { ...stored.state, token: 'theirs', refreshToken: 'r2' } }),
      );
      return refuse(401);
    });
    await apiData('get', '/oauth/router');
    expect(calls.map((c) => c.url)).toEqual(['/api/oauth/router', '/api/oauth/router']);
  });

  it('ends the session when it cannot be refreshed', async () => {
    useSession.getState().signIn(session('old', 'r1'));
    serve(() => refuse(401, 401, 'sign in again'));
    await expect(apiData('get', '/oauth/router')).rejects.toMatchObject({ status: 401 });
    expect(useSession.getState().token).toBeNull();
  });

  it('keeps the session when only the network failed', async () => {
    useSession.getState().signIn(session('old', 'r1'));
    serve(({ url }) => (url === '/api/oauth/refresh' ? { status: 503, body: {} } : refuse(401)));
    await expect(apiData('get', '/oauth/router')).rejects.toMatchObject({ status: 503 });
    expect(useSession.getState().token).toBe('old');
  });

  it('does not refresh for a wrong password', async () => {
    useSession.getState().signIn(session('old', 'r1'));
    const calls = serve(() => refuse(401, 40101, 'wrong'));
    await expect(apiData('post', '/oauth/login', { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
      code: 40101,
    });
    expect(calls).toHaveLength(1);
  });
});
