import { GROUP_NOTICE } from '@/core/constants';
import { safeStorage } from '@/kit/storage';

/** Whether the user of this browser dismissed the explanation of how groups are created. */
export function skipped(now = Date.now()): boolean {
  return Number(safeStorage.getItem(GROUP_NOTICE.flag)) > now;
}

/** Leaves it out for some days. */
export function skip(now = Date.now()) {
  void safeStorage.setItem(GROUP_NOTICE.flag, String(now + GROUP_NOTICE.skip));
}
