/** Access rule for the stock of countries (platform-services §6). */
export const STOCK_ACCESS = { permission: ['gc:groupsendorder:countrys', 'kfsms:repertory:read'] } as const;
