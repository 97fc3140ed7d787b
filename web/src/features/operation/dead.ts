import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';

export const DEAD = '/system/deadletter';
export const DEAD_PAGE = '/system/deadletter/page';
export const DEAD_EDIT = 'system:deadletter:edit';

export type Group = NonNullable<Data<'get', typeof DEAD>['groups']>[number];
export type Letter = NonNullable<Data<'get', typeof DEAD_PAGE>['records']>[number];

export type Verb = 'redrive' | 'discard';

/** What is to be done: with chosen messages of a group, or with all of it when `ids` is left out. */
export type Action = { verb: Verb; group: Group; ids?: string[] };

/** How many messages an action is about. */
export const numberOf = ({ group, ids }: Action) => ids?.length ?? group.count;

/** One call of an action, or of a part of it. */
export function callOf({ verb, group, ids }: Action, reason: string) {
  const choice = { queue: group.queue, group: group.group, ids };
  return verb === 'redrive'
    ? request('post', '/system/deadletter/redrive', { body: choice })
    : request('post', '/system/deadletter/discard', { body: { ...choice, reason } });
}

const AT_ONCE = 100;

/** An action in parts of as many chosen messages as the server takes in one call: a choice can be of several pages. */
export const partsOf = (action: Action): Action[] =>
  action.ids
    ? Array.from({ length: Math.ceil(action.ids.length / AT_ONCE) }, (_, i) => ({
        ...action,
        ids: action.ids?.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
      }))
    : [action];

type Run = {
  call: () => Promise<{ count: number; more: boolean } | null>;
  /** False: no further call is sent. */
  goesOn: () => boolean;
  onProgress: (done: number) => void;
};

/** Repeats the call of an action until the group has no more, or it is interrupted. Returns how many messages are done. */
export async function runAll({ call, goesOn, onProgress }: Run): Promise<number> {
  let done = 0;
  while (goesOn()) {
    const answer = await call();
    done += answer?.count ?? 0;
    onProgress(done);
    // A call that did nothing although there are more would be repeated for ever.
    if (!answer?.more || answer.count === 0) return done;
  }
  return done;
}

/** The beginning of a task's name is the kind of its order. */
export const kindOf = (task: string) => task.split('.', 1)[0] ?? '';
