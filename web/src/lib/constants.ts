/** Every number of the console that the specification fixes (platform-services §9, decisions §9). Times in milliseconds. */
export const REQUEST_TIMEOUT = 600_000;
export const CHUNK_TIMEOUT = 120_000;
/** Pauses before a failed chunk is loaded again. */
export const CHUNK_PAUSES = [500, 2_000];
/** Lifetime of the Idempotency-Key of a call without an answer; the server keeps a key for 24 hours. */
export const PENDING_LIFE = 82_800_000;
/** Pause between repetitions of a call whose first try is still running, and their maximum duration. */
export const INFLIGHT = { pause: 2_000, most: 90_000 } as const;
/** A renewal of the token that takes longer is given up; other calls wait for it. */
export const REFRESH_TIMEOUT = 15_000;
/** Interval of the check for a newer build. */
export const BUILD_CHECK = 600_000;

/** Websocket; the ping interval is overridable by the server (`ws.ping.seconds`). */
export const SOCKET = { ping: 3_000, heartbeat: 30_000, reconnect: 2_000, retries: 6 } as const;

/** Intervals of polling background work. */
export const POLL = { task: 1_000, live: 5_000, slow: 15_000, idle: 60_000 } as const;

/** Payments and the like: asked every 6 s, at most 50 times. */
export const PAYMENT_POLL = { every: 6_000, times: 50 } as const;

/** Top-up (platform-services §2, §5, §9). Amounts in credits, of which 100 are one yuan; the tiles are told by the server. */
export const TOP_UP = { width: 780, yuan: 100, most: 9_999_999, transfer: 300, type: 1 } as const;
/** The ways to pay by their numbers on the wire. */
export const PAY = { wechat: 1, alipay: 2, erc20: 3, omni: 4, trc20: 5, transfer: 6, gateway: 7 } as const;

/** Sign-in address on another host after the server has ended a session; empty: the console's own page. */
export const LOGIN_HOST = process.env.NEXT_PUBLIC_LOGIN_HOST ?? '';

/** Base of relative picture addresses, in development and in production (platform-services §9). */
export const IMAGE_HOST = process.env.NEXT_PUBLIC_IMAGE_HOST ?? '';

/** The build for customers outside of China sells credit for USDT only (platform-services §6). */
export const OVERSEAS = process.env.NEXT_PUBLIC_OVERSEAS === 'true';

/**
 * Cache lifetime of dictionaries, countries and picker definitions. Changes are noticed earlier, by hash or update
 * time.
 */
export const CACHE_LIFE = 604_800_000;

/** Age at which cached countries are refetched in the background, because one may have been closed. */
export const COUNTRIES_FRESH = 600_000;

/** Lifetime of a chosen language. */
export const LANGUAGE_LIFE = 259_200_000;

/** Lifetime of an audio address; the server's is valid for an hour. */
export const AUDIO_LIFE = 1_800_000;

/** Pickers (platform-services §9). */
export const PICKER = { width: 800, bodyHeight: '75vh', tags: 1, tagLength: 15, size: 10 } as const;

/** The yearly service (platform-services §2, §4, §9): the modal, the offer, and the cache. */
export const SAAS = {
  width: 780,
  cache: 259_200_000,
  day: 86_400_000,
  fen: 100,
  flag: 'status',
} as const;

/** Introduction to group orders: how long it can be hidden, and the storage key of that choice. */
export const GROUP_NOTICE = { skip: 604_800_000, flag: 'groupNotice' } as const;

/** Groups of an order that are shown at a time. */
export const GROUP_TILES = 60;

export const NOTICES = { popover: 300, shown: 5 } as const;
/** Milliseconds in which the ticker moves by one pixel. */
export const TICKER_STEP = 12;
/** Maximum wait of a user's first screen for the ticker, which would move everything below it if it came later. */
export const TICKER_WAIT = 2_000;
/** A press that is shorter is a click, a longer one a drag. */
export const PRESS = 150;
export const STOCK_MODAL = { width: '50%', height: 350 } as const;

export const TYPING_PAUSE = 400;
export const SEARCH_PAUSE = 300;

export const TABLE = { size: 10, sizes: [10, 20, 50, 100] } as const;

/** Pages that stay alive behind the shown one. */
export const KEPT_PAGES = 15;

export const BREAKPOINT = { mobile: 768, desktop: 1000 } as const;
export const SIDER = { width: 208, collapsed: 48 } as const;

/** All times are shown at +08:00. */
export const TIME_ZONE = 'Asia/Shanghai';

/** Upper ends of the greeting bands, in hours at +08:00. */
export const GREETING_BANDS = [
  [9, 'morning'],
  [12, 'forenoon'],
  [14, 'noon'],
  [20, 'afternoon'],
  [24, 'evening'],
] as const;

export const LIMITS = {
  orderName: 50,
  collectionName: 20,
  address: 128,
  groupName: 20,
  groupDescription: 200,
  groupSuffix: 1_000_000,
  riskNumbers: 100,
  /** Numbers that are typed into a collection at a time. */
  byHand: 1000,
  /** Parts of a collection that is split. */
  parts: 10,
  remark: 255,
  text: 4096,
  caption: 1024,
  linkBody: 1024,
  linkHeader: 60,
  button: 20,
  passwordLength: 6,
  /** Maximum days between an order's start and its deadline. */
  deadlineDays: 7,
  /** Limits of a call's intents: their number, and the length of each answer and its meaning. */
  intents: 10,
  intentWord: 40,
  intentLabel: 40,
  /** Number segments of an order: how many, in how many characters together, and digits that each has at least. */
  segments: 10,
  segmentText: 200,
  segmentDigits: 7,
  /** Percent of the recipients that try two messages. */
  abShare: { least: 10, most: 50 },
} as const;

/** Target of "back to the main centre": the first page, or an address that the build names. */
export const MAIN_CENTRE = process.env.NEXT_PUBLIC_MAIN_CENTRE ?? '/';
