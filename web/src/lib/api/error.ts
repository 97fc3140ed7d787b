export type FieldError = { field: string; message: string };

/** Business codes that the console acts on (decisions §1, §10, §12). */
export const CODE = {
  mustChangePassword: 40301,
  shortBalance: 40201,
  shortStock: 40202,
  noService: 40314,
  inFlight: 40902,
  costlier: 40922,
  drastic: 40923,
} as const;

/** A call that failed. `status` is 0 when no answer came; `message` is in the user's language, or empty. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: number;
  readonly errors: FieldError[];
  readonly requestId: string;
  readonly data: unknown;
  /** Whether it is our server's answer; something in front of it has no envelope. */
  readonly ours: boolean;

  constructor(of: {
    status: number;
    code?: number;
    message?: string;
    errors?: FieldError[];
    requestId?: string;
    data?: unknown;
    ours?: boolean;
  }) {
    super(of.message ?? '');
    this.status = of.status;
    this.code = of.code ?? of.status;
    this.errors = of.errors ?? [];
    this.requestId = of.requestId ?? '';
    this.data = of.data;
    this.ours = of.ours ?? false;
  }

  /** Whether it is unknown if the call was carried out. */
  get unanswered(): boolean {
    return this.status === 0 || this.status >= 502;
  }
}

export function isApiError(e: unknown): e is ApiError {
  return e instanceof ApiError;
}
