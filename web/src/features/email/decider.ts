import { useTracking } from '@/kit/useTracking';
import type { EmailOrderValues } from './request';

/** What decides between two emails: clicks, or deliveries because the platform counts no clicks, plain text has none, or they are off. */
export function useDecider(v: EmailOrderValues): 'clicked' | 'platform' | 'plain' | 'off' {
  const { on } = useTracking();
  if (v.format === 'text') return 'plain';
  if (!on) return 'platform';
  return v.trackClicks === false ? 'off' : 'clicked';
}
