import { useCountries } from '@/kit/country';
import { useLimit } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';
import { countryOf, segmentWrong, type TargetValues } from './target';

/** The rules of the number segments of a form, and which of them is broken: with such a one nothing is asked. */
export function useSegment(values: TargetValues) {
  const country = countryOf(values);
  const code = useCountries().options.find((c) => c.value === country)?.callingCode ?? '';
  const digits = useLimit('segment.digits.max');
  const stars = useLimit('segment.stars.filter');
  const rules = { digits, stars, code, least: LIMITS.segmentDigits, n: LIMITS.segments };
  const wrong = values.target === 'file' ? null : segmentWrong(values.segment, rules);
  return { rules, wrong };
}
