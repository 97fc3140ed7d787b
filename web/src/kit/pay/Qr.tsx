import { Suspense } from 'react';
import { lazyModule } from '@/lib/router/lazyModule';
import type { QrProps } from './RealQr';

export const RealQr = lazyModule<QrProps>(() => import('./RealQr'));

/** A text as a code for a phone's camera; `label` says what is scanned. */
export function Qr({ text, label, size = 180 }: { text: string; label: string; size?: number }) {
  const box = { display: 'inline-block', width: size, height: size };
  return (
    <span role="img" aria-label={label} style={box}>
      <span aria-hidden>
        <Suspense>
          <RealQr text={text} size={size} />
        </Suspense>
      </span>
    </span>
  );
}
