import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { AmountForm } from './AmountForm';
import { Code } from './Code';
import { type Info, type Opened, type TopUpMethod, toTopUpRequest } from './methods';

type Props = { way: TopUpMethod; info: Info; missing?: number; onPaid: (orderId: string) => void; onClose: () => void };

/** Payment by a code that is scanned: the amount first, then the code (platform-services §4). */
export function Scan({ way, info, missing, onPaid, onClose }: Props) {
  const t = useTranslations('topup');
  const [order, setOrder] = useState<Opened | null>(null);
  const make = useApiMutation(
    (credits: number) => request('post', '/pay/order', { body: toTopUpRequest(way, credits) }),
    {
      onDone: setOrder,
    },
  );
  if (order) return <Code order={order} onPaid={onPaid} onAgain={() => setOrder(null)} onClose={onClose} />;
  return (
    <AmountForm
      way={way}
      info={info}
      missing={missing}
      submit={t('getCode')}
      busy={make.isPending}
      onSubmit={(credits) => make.mutate(credits)}
    />
  );
}
