import type { AccessRule } from './Can';

/** Access rule for buying credit; staff hold none (platform-services §6). */
export const TOP_UP_ACCESS: AccessRule = {
  types: [2, 3, 11],
  permission: [
    'pay:third:alipay',
    'pay:third:wx',
    'pay:third:gateway',
    'ustd:third:trc20',
    'ustd:third:erc20',
    'ustd:third:omni',
  ],
};
