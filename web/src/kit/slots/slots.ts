import type { ReactNode } from 'react';
import type { Data } from '@/lib/api/types';
import type { LazyModule } from '@/lib/router/lazyModule';

type EmailOrder = Pick<
  Data<'get', '/edm/order/{id}'>,
  'id' | 'status' | 'format' | 'beginTime' | 'trackLoads' | 'trackClicks' | 'ab'
>;

/** Parts of a feature that stand on another feature's page, with their props. The app layer fills them (`app/slots.ts`). */
export type Slots = {
  agentHome: object;
  apiKey: object;
  audit: { userId: string };
  charges: { userId: string };
  emailResult: { order: EmailOrder };
  orders: { userId: string };
  ownPrices: object;
  ownSessions: object;
  priceViews: { owner: string; list?: boolean; prefix: string; children: ReactNode };
  promoterHome: object;
  salesHome: object;
  sessions: { userId: string };
  statement: { userId: string; name: string };
};

type SlotModules = { [S in keyof Slots]: LazyModule<Slots[S]> };

const modules: Partial<SlotModules> = {};

/** Tells which modules the slots show. */
export function fillSlots(all: SlotModules): void {
  Object.assign(modules, all);
}

/** Returns the module of a slot, or undefined before the slots are filled. */
export function moduleOf<S extends keyof Slots>(slot: S): SlotModules[S] | undefined {
  return modules[slot];
}
