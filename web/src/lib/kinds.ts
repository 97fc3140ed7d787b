/** API paths of the order kinds. Live order events, and a gap in them, concern all of them. */
export const ORDER_PATHS = [
  '/gc/groupsendorder',
  '/bgo/buildgroup',
  '/call/order',
  '/edm/order',
  '/comment/order',
  '/channel/order',
] as const;
