import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import { lazyModule } from '@/lib/router/lazyModule';
import { ALERT } from './overview';
import css from './welcome.module.css';

// Most visits set no alert.
const AlertForm = lazyModule(() => import('./AlertForm'), ['antd', 'welcome']);

/** The low-balance alert of the user, and the form that sets it. */
export function LowBalance() {
  const t = useTranslations('welcome');
  const f = useFormat();
  const { data } = useQuery(get(ALERT));
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  const text = data?.threshold ? t('lowBalance.below', { n: f.credits(data.threshold) }) : t('lowBalance.none');
  return (
    <>
      <button
        type="button"
        className={css.alert}
        data-warn={data?.isLow}
        disabled={data === undefined}
        onPointerEnter={() => void AlertForm.preload().catch(() => {})}
        onClick={() => setState('open')}
      >
        <BellOutlined aria-hidden /> {data ? text : '\u00a0'}
      </button>
      {state !== 'new' && data && (
        <Suspense>
          <AlertForm
            key={data.threshold}
            open={state === 'open'}
            threshold={data.threshold}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
