import type { QueryFunction, QueryKey } from '@tanstack/react-query';
import { Button, Result } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePoll } from '../poll/usePoll';

export type PaymentState = 'pending' | 'success' | 'failed' | 'expired';

type Props<T> = {
  /** Asks how it stands: `get('/path', …)`. */
  // biome-ignore lint/suspicious/noExplicitAny: queryOptions() brands its key, which is of no matter here
  query: { queryKey: QueryKey; queryFn?: QueryFunction<T, any> | symbol };
  /** What an answer means. */
  stateOf: (data: T) => PaymentState;
  /** Told once that nothing will change any more, with the last answer. */
  onEnd?: (state: PaymentState, data: T) => unknown;
  /** Pays anew after it failed or expired. */
  onAgain?: () => void;
  onClose?: () => void;
  /** What is shown while it is waited for: the code, the address, the time that is left. */
  children: ReactNode;
};

const LOOK = { success: 'success', failed: 'error', expired: 'warning' } as const;

/** A payment until it ends: asked for every 6 s, 50 times (platform-services §4); who asks no more calls it expired. */
export function PaymentResult<T>({ query, stateOf, onEnd, onAgain, onClose, children }: Props<T>) {
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
  const state = poll.state === 'timeout' ? 'expired' : poll.data === undefined ? 'pending' : stateOf(poll.data);
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
      extra={[
        again && (
          <Button key="again" type="primary" onClick={onAgain}>
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
