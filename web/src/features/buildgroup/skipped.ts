import { GROUP_NOTICE } from '@/lib/constants';
import { safeStorage } from '@/lib/storage';

/** Whether the user of this browser dismissed the explanation of how groups are created. */
export function skipped(now = Date.now()): boolean {
  return Number(safeStorage.getItem(GROUP_NOTICE.flag)) > now;
}

/** Leaves it out for some days. */
export function skip(now = Date.now()) {
  void safeStorage.setItem(GROUP_NOTICE.flag, String(now + GROUP_NOTICE.skip));
}
