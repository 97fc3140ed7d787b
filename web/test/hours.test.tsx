import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OrderDetail } from '@/features/order/order';
import { useHours, utc, type Window } from '@/ordering/hours';
import { WaitingNote } from '@/ordering/WaitingNote';
import { show } from './util';

const us: Window = {
  from: '08:00',
  to: '21:00',
  zones: ['America/New_York', 'Pacific/Honolulu'],
  own: true,
  west: -600,
  east: -300,
  open: true,
  openAll: false,
  opensAll: '2026-11-22T18:00:00Z',
};
const india: Window = { ...us, zones: ['Asia/Kolkata'], own: false, west: 330, east: 330, openAll: true };

function Told({ window }: { window: Window }) {
  const { told, fact } = useHours();
  return (
    <>
      <p data-testid="told">{told(window)}</p>
      <p data-testid="fact">{fact(window)}</p>
    </>
  );
}

const says = async (window: Window) => {
  await show(<Told window={window} />);
  const said = [screen.getByTestId('told').textContent, screen.getByTestId('fact').textContent];
  cleanup();
  return said.map((text) => text?.trim());
};

describe('the sending hours of a country', () => {
  it('tell what clocks show', () => {
    expect([-600, -210, 0, 330, 765].map(utc)).toEqual(['UTC−10', 'UTC−3:30', 'UTC+0', 'UTC+5:30', 'UTC+12:45']);
  });

  it('are those of each recipient where the country has several zones, and say for whom they are open', async () => {
    expect(await says(us)).toEqual([
      'Each recipient gets messages between 08:00 and 21:00 in their own time zone (UTC−10 – UTC−5). Messages can be sent now in some time zones and from 2026-11-23 02:00 in all of them.',
      '08:00–21:00 in each recipient’s own time zone (UTC−10 – UTC−5)',
    ]);
    const closed = { ...us, open: false, opens: '2026-11-22T13:00:00Z' };
    expect((await says(closed))[0]).toContain(
      'Messages can be sent from 2026-11-22 21:00 in the first time zone and from 2026-11-23 02:00 in all of them.',
    );
  });

  it('are those of its zone where it has one', async () => {
    expect(await says(india)).toEqual([
      'Messages are only sent between 08:00 and 21:00 (Asia/Kolkata).',
      '08:00–21:00 (Asia/Kolkata)',
    ]);
    const closed = { ...india, open: false, openAll: false, opensAll: '2026-11-22T05:00:00Z' };
    expect((await says(closed))[0]).toContain('Next opening: 2026-11-22 13:00.');
  });
});

describe('an order whose recipients sleep', () => {
  const note = async (order: object) => {
    await show(<WaitingNote order={{ countryCode: 'US', ...order } as OrderDetail} />);
    const said = screen.queryByRole('alert')?.textContent;
    cleanup();
    return said;
  };

  it('tells how many, while others are sent to', async () => {
    expect(await note({ window: us, asleep: { count: 1200, wakes: '2026-11-22T18:00:00Z' } })).toBe(
      '1,200 recipients are waiting for the sending hours of their time zones, the first until 2026-11-23 02:00:00. The others are being sent to.',
    );
    expect(await note({ window: us })).toBeUndefined();
  });

  it('tells when all who are left do', async () => {
    const waits = { reason: 'hours', until: '2026-11-22T18:00:00Z' };
    expect(await note({ window: us, waits })).toBe(
      'The remaining recipients are outside the sending hours of their time zones, until 2026-11-23 02:00:00',
    );
    expect(await note({ window: india, waits, countryCode: 'IN' })).toBe(
      'Waiting for the sending hours of India, until 2026-11-23 02:00:00',
    );
  });
});
