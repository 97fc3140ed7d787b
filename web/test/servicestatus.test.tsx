import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DayStrip } from '@/features/servicestatus/DayStrip';
import {
  type Announcement,
  bodyOf,
  countDays,
  type Day,
  type Incident,
  sorted,
  valuesOf,
} from '@/features/servicestatus/status';
import { show } from './util';

const DAYS: Day[] = [
  { date: '2026-11-26', state: 'unknown' },
  { date: '2026-11-27', state: 'operational' },
  { date: '2026-11-28', state: 'disrupted' },
  { date: '2026-11-29', state: 'operational' },
];

const announcement = (part: Partial<Announcement>): Announcement => ({
  ...{
    id: '1',
    state: 'degraded',
    services: ['sms'],
    title: 'T',
    text: 'X',
    endTime: null,
    active: false,
    updates: [],
  },
  ...{ startTime: '2026-11-01T00:00:00Z' },
  ...part,
});

describe('incidents', () => {
  it('are active, planned or over; the next that is planned stands first', () => {
    const now = Date.parse('2026-11-29T12:00:00Z');
    const all = [
      announcement({ id: 'late', startTime: '2026-12-09T00:00:00Z' }),
      announcement({ id: 'soon', startTime: '2026-12-01T00:00:00Z' }),
      announcement({ id: 'now', active: true }),
      announcement({ id: 'past', endTime: '2026-11-02T00:00:00Z' }),
    ];
    const groups = sorted(all, now);
    const ids = (of: Announcement[]) => of.map((a) => a.id);
    expect([ids(groups.active), ids(groups.planned), ids(groups.past)]).toEqual([['now'], ['soon', 'late'], ['past']]);
  });

  it('are written with their times at +08:00, and without languages that have no text', () => {
    const incident = {
      ...{ id: '1', state: 'maintenance', services: ['sms'], updates: [] },
      ...{ title: { en_US: 'T', pt_BR: ' ' }, text: { en_US: 'X', zh_CN: '字' } },
      ...{ startTime: '2026-11-29T12:00:00Z', endTime: '2026-11-29T13:30:00Z' },
    } as Incident;
    expect(bodyOf(valuesOf(incident))).toEqual({
      state: 'maintenance',
      services: ['sms'],
      title: { en_US: 'T' },
      text: { en_US: 'X', zh_CN: '字' },
      startTime: '2026-11-29T12:00:00.000Z',
      endTime: '2026-11-29T13:30:00.000Z',
    });
    expect(bodyOf({ state: 'degraded', services: [], startTime: null }).startTime).toBeUndefined();
  });
});

describe('the days of a service', () => {
  it('count those that are known', () => {
    expect(countDays(DAYS)).toEqual({ known: 3, good: 2 });
  });

  it('are named by the arrow keys, as the value of a slider', async () => {
    await show(<DayStrip name="SMS" days={DAYS} />);
    const strip = screen.getByRole('slider', { name: 'SMS: the last 90 days' });
    expect(screen.getByText('2 of 3 known days without a problem')).toBeTruthy();
    expect(strip.getAttribute('aria-valuetext')).toBe('2026-11-29: Operational');
    fireEvent.keyDown(strip, { key: 'ArrowLeft' });
    expect(strip.getAttribute('aria-valuetext')).toBe('2026-11-28: Not working');
    expect(screen.getByText('2026-11-28: Not working')).toBeTruthy();
    fireEvent.keyDown(strip, { key: 'Home' });
    fireEvent.keyDown(strip, { key: 'ArrowLeft' });
    expect(strip.getAttribute('aria-valuenow')).toBe('1');
    fireEvent.keyDown(strip, { key: 'End' });
    expect(strip.getAttribute('aria-valuenow')).toBe('4');
  });
});
