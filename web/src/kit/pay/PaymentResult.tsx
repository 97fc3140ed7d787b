import type { QueryFunction, QueryKey } from '@tanstack/react-query';
import { Button, Result } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePoll } from '@/lib/usePoll';

/** `timeout`: asked often enough, the state 3 of a poll that is used up. */
export type PaymentState = 'pending' | 'success' | 'failed' | 'timeout';

type Props<T> = {
  /** The query of the state: `get('/path', …)`. */
  // biome-ignore lint/suspicious/noExplicitAny: queryOptions() brands its key, which is of no matter here
  query: { queryKey: QueryKey; queryFn?: QueryFunction<T, any> | symbol };
  /** Returns the payment state of a response. */
  stateOf: (data: T) => PaymentState;
  /** Told once that nothing will change any more, with the last answer. */
  onEnd?: (state: PaymentState, data: T) => unknown;
  /** Repeats the payment after it failed or timed out. */
  onAgain?: () => void;
  onClose?: () => void;
  /** Says why it failed, and what became of the money. */
  why?: ReactNode;
  /** Content while the payment is pending: the code, the address, the remaining time. */
  children: ReactNode;
};

const LOOK = { success: 'success', failed: 'error', timeout: 'warning' } as const;

/** A payment until it ends: asked for every 6 s, 50 times (platform-services §4); then it has timed out, and a button asks again. */
export function PaymentResult<T>({ query, stateOf, onEnd, onAgain, onClose, why, children }: Props<T>) {
  const t = useTranslations('money');
  const ended = (data: T) => {
    const over = stateOf(data) !== 'pending';
    return over;
  };
  const poll = usePoll<T>(
    {
      ...query,
      queryFn: async (context) => {
        const data = (await (query.queryFn as QueryFunction<T>)(context)) as T;
        if (ended(data)) onEnd?.(stateOf(data), data);
        return data;
      },
    },
    { until: ended },
  );
  const state = poll.state === 'timeout' ? 'timeout' : poll.data === undefined ? 'pending' : stateOf(poll.data);
  if (state === 'pending')
    return (
      <div role="status" aria-label={t('pending')}>
        {children}
        <p>{t('pending')}</p>
      </div>
    );
  const again = state !== 'success' && onAgain;
  return (
    <Result
      status={LOOK[state]}
      title={t(state)}
      subTitle={state === 'failed' && why}
      extra={[
        state === 'timeout' && (
          <Button key="ask" type="primary" onClick={poll.again}>
            {t('askAgain')}
          </Button>
        ),
        again && (
          <Button key="again" type={state === 'timeout' ? 'default' : 'primary'} onClick={onAgain}>
            {t('again')}
          </Button>
        ),
        onClose && (
          <Button key="close" onClick={onClose}>
            {t('close')}
          </Button>
        ),
      ]}
    />
  );
}
