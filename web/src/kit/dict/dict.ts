/** Colours of the states the console acts on, for as long as the server's dictionary is not here. Texts: messages/<locale>/dict.json. */
export const DICT = {
  order: {
    1: 'gold',
    2: 'cyan',
    3: 'blue',
    4: 'orange',
    5: 'gray',
    6: 'green',
    7: 'indigo',
    8: 'brown',
    9: 'red',
    10: 'red',
  },
  target: {
    toSend: 'gray',
    sending: 'blue',
    sent: 'cyan',
    arrived: 'indigo',
    read: 'green',
    failed: 'red',
    complained: 'brown',
    unknown: 'gold',
  },
  validity: { valid: 'green', invalid: 'red', judging: 'gold' },
} as const;

export type Dict = keyof typeof DICT;

/** The server's dictionary of each; what an administrator wrote there goes before the console's own. */
export const SERVER_CODE: Record<Dict, string> = {
  order: 'order_status',
  target: 'target_state',
  validity: 'member_validity',
};
