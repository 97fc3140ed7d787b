/** Where the kinds of orders are served: what arrives live of an order, and what a gap may have missed, concerns all of them. */
export const ORDER_PATHS = ['/gc/groupsendorder', '/bgo/buildgroup', '/call/order'] as const;
