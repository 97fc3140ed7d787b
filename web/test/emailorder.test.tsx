import { screen } from '@testing-library/react';
import { Form } from 'antd';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, type Source, valuesOf } from '@/features/email/draft';
import { linksOf } from '@/features/email/links';
import { type EmailOrderValues, filled, missingOf, namesOf, testOf, toRequest } from '@/features/email/request';
import { Settlement } from '@/features/email/Settlement';
import { TrackFields } from '@/features/email/TrackFields';
import { TrialFields } from '@/features/email/TrialFields';
import { queryClient } from '@/lib/query';
import { ok, serve } from './server';
import { show } from './util';

const LIST = { id: 'L', name: 'Readers', type: 'email', countryCode: 'BR', memberCount: 3 } as NonNullable<
  EmailOrderValues['groupId']
>;
const WHOLE: EmailOrderValues = {
  name: ' Spring ',
  target: 'group',
  groupId: LIST,
  format: 'html',
  design: { id: 'T', name: 'Offer', subject: 'Hi' },
  subject: ' Hello ',
  senderId: 'S',
  replyTo: { address: 'help@shop.example', name: 'Help' },
  placeholders: { city: ' Recife ', name: '' },
  trackLoads: true,
  trackClicks: false,
  when: 'now',
};

describe('an email order', () => {
  it('is a request once recipients and content are there', () => {
    expect(missingOf({})).toBe('audience');
    expect(missingOf({ target: 'group', groupId: LIST })).toBe('content');
    expect(missingOf({ ...WHOLE, replyTo: { address: 'help' } })).toBe('reply');
    expect(missingOf({ ...WHOLE, ab: { on: true } })).toBe('trial');
    expect(missingOf({ ...WHOLE, when: 'later' })).toBe('start');
    expect(toRequest({ ...WHOLE, design: undefined })).toBeUndefined();
    expect(toRequest(WHOLE)).toMatchObject({
      ...{ name: 'Spring', groupId: 'L', countryCode: 'BR', subject: 'Hello', format: 'html', templateId: 'T' },
      ...{ senderId: 'S', replyTo: { address: 'help@shop.example', name: 'Help' } },
      ...{ placeholders: [{ name: 'city', content: 'Recife' }], trackLoads: true, trackClicks: false },
    });
  });

  it('takes the subject of its template, and a plain text needs its own', () => {
    expect(toRequest({ ...WHOLE, subject: '' })?.subject).toBeUndefined();
    const plain: EmailOrderValues = { ...WHOLE, format: 'text', subject: '', text: 'Hi' };
    expect(missingOf(plain)).toBe('content');
    expect(toRequest({ ...plain, subject: 'Hi' })).toMatchObject({ format: 'text', text: 'Hi' });
    expect(toRequest({ ...plain, subject: 'Hi' })).not.toHaveProperty('templateId');
  });

  it('keeps the copy of a template that is gone', () => {
    const design = { version: 1, style: {}, blocks: [] } as unknown as NonNullable<
      EmailOrderValues['design']
    >['design'];
    const made = toRequest({ ...WHOLE, design: { name: 'Old', design } });
    expect(made).toMatchObject({ design });
    expect(made?.templateId).toBeUndefined();
  });

  it('tries a second subject with the content of the first', () => {
    const made = toRequest({ ...WHOLE, ab: { on: true, subject: 'Other' } });
    expect(made?.ab).toEqual({ subject: 'Other', share: 20, waitMinutes: 60, choose: 'auto' });
    const other = toRequest({ ...WHOLE, ab: { on: true, subject: 'Other', design: { id: 'U', name: 'Other' } } });
    expect(other?.ab).toMatchObject({ format: 'html', templateId: 'U' });
  });

  it('filters members from the start of a day on, so that its estimate stays valid', () => {
    const filter = toRequest({ ...WHOLE, loadedDays: 30, notBounced: true })?.filter;
    expect(filter?.loadedSince).toMatch(/T16:00:00\.000Z$/);
    expect(filter?.notBounced).toBe(true);
    expect(toRequest(WHOLE)?.filter).toBeUndefined();
    expect(
      toRequest({ ...WHOLE, target: 'file', file: { id: 'F', name: 'a.csv' }, countryCode: 'BR', loadedDays: 7 }),
    ).toEqual(expect.objectContaining({ fileId: 'F', filter: undefined }));
  });

  it('is tested without recipients', () => {
    expect(testOf({ ...WHOLE, groupId: undefined })).toBeUndefined();
    expect(testOf(WHOLE)).not.toHaveProperty('groupId');
    expect(testOf(WHOLE)).toMatchObject({ countryCode: 'BR', templateId: 'T', senderId: 'S' });
  });

  it('comes back from a draft as it was typed', () => {
    const { groupId: _, ...typed } = {
      ...WHOLE,
      loadedDays: 30,
      ab: { on: true, subject: 'Other', share: 30, waitMinutes: 90 },
    };
    const draft = draftOf({ ...typed, groupId: LIST } as EmailOrderValues) as Source;
    const back = valuesOf(draft, { collection: LIST, template: WHOLE.design });
    expect(back).toMatchObject({
      ...{ name: 'Spring', target: 'group', groupId: LIST, format: 'html', design: WHOLE.design, subject: 'Hello' },
      ...{
        senderId: 'S',
        replyTo: WHOLE.replyTo,
        placeholders: { city: 'Recife' },
        trackClicks: false,
        loadedDays: 30,
      },
      ...{ ab: { on: true, subject: 'Other', share: 30, waitMinutes: 90, choose: 'auto' }, when: 'now' },
    });
  });
});

describe('the text of an email', () => {
  it('names its placeholders and is filled, with fallbacks', () => {
    expect(namesOf('{name|friend} {city}', '{city} {é_1}', undefined, '{not so}')).toEqual(['name', 'city', 'é_1']);
    expect(filled('Hi {name|friend}, {city}!', { city: 'Recife' })).toBe('Hi friend, Recife!');
    expect(filled('Hi {name|friend}', { name: 'Ana' })).toBe('Hi Ana');
  });

  it('leads to addresses, each once', () => {
    const html =
      '<a href="https://a.example">A</a><a href="#">-</a><a href="https://a.example">B</a><a href="mailto:a@b.example">C</a>';
    expect(linksOf(html)).toEqual(['https://a.example', 'mailto:a@b.example']);
    expect(linksOf('')).toEqual([]);
  });
});

describe('what settings of the platform decide', () => {
  const settings = (of: Record<string, unknown>) =>
    serve((call) => {
      const key = call.url.split('/').at(-1) ?? '';
      return ok(key in of ? { key, value: of[key], updateTime: null } : []);
    });
  const composer = (v: EmailOrderValues) =>
    show(
      <Form initialValues={v}>
        <TrackFields plain={v.format === 'text'} />
        <TrialFields values={v} />
      </Form>,
    );
  const tried = { ...WHOLE, trackClicks: true, ab: { on: true, subject: 'Other' } };
  beforeEach(() => queryClient.clear());
  afterEach(() => vi.unstubAllGlobals());

  it('is said where nothing is counted: the switches are off, and deliveries decide', async () => {
    settings({ 'email.tracking': false });
    await composer(tried);
    expect(
      await screen.findByText('The platform doesn’t count clicks at the moment, so the delivery rate decides.'),
    ).toBeInTheDocument();
    const clicks = screen.getByRole('switch', { name: 'Track clicks' });
    expect(clicks).toBeDisabled();
    expect(clicks).not.toBeChecked();
    expect(screen.getByText('An administrator switched it off for all customers.')).toBeInTheDocument();
  });

  it('leaves the choice to the customer elsewhere', async () => {
    settings({ 'email.tracking': true });
    await composer(tried);
    expect(await screen.findByRole('switch', { name: 'Track clicks' })).toBeChecked();
    expect(screen.queryByText(/the delivery rate decides/)).toBeNull();
  });

  it('counts nothing of plain text', async () => {
    settings({ 'email.tracking': true });
    await composer({ ...tried, format: 'text' });
    expect(
      await screen.findByText('Clicks in plain text emails aren’t counted, so the delivery rate decides.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Track loads' })).toBeDisabled();
  });

  it('names the working days until soft bounces are refunded', async () => {
    settings({ 'email.refund.soft.days': 12 });
    const order = { beginTime: '2026-11-27T00:00:00Z', settled: true, softBounces: 2, hardBounces: 0, blacklisted: 0 };
    await show(<Settlement order={{ ...order, refunded: 0, estimatedCost: 10, actualCost: 10 } as never} />);
    expect(await screen.findByText(/refunded 12 working days after the settlement/)).toBeInTheDocument();
  });
});
