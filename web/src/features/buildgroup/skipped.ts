import { GROUP_NOTICE } from '@/core/constants';
import { safeStorage } from '@/kit/storage';

/** Whether somebody at this browser does not want to read again, for now, how groups come about. */
export function skipped(now = Date.now()): boolean {
  return Number(safeStorage.getItem(GROUP_NOTICE.flag)) > now;
}

/** Leaves it out for some days. */
export function skip(now = Date.now()) {
  void safeStorage.setItem(GROUP_NOTICE.flag, String(now + GROUP_NOTICE.skip));
}
