import type { Args } from '@/lib/api/types';
import { LIMITS } from '@/lib/constants';
import { MOBILE, phoneDigits } from '@/lib/input/digits';
import { isEmail } from '@/lib/input/email';

export type Registration = Required<NonNullable<Args<'post', '/oauth/register'>[0]>['body']>;
export type RegistrationProblem =
  | 'required'
  | 'countryMissing'
  | 'phoneWrong'
  | 'emailWrong'
  | 'short'
  | 'initial'
  | 'newFirst'
  | 'mismatch';

/** The form as the API takes it: trimmed, the phone without its plus sign (platform-services §5). */
export function tidy(form: FormData): Registration {
  const of = (name: string) => String(form.get(name) ?? '').trim();
  return {
    username: phoneDigits(of('username')) || of('username'), // what has no digits is told to be wrong, not missing
    name: of('name'),
    email: of('email'),
    countryCode: of('countryCode'),
    companyName: of('companyName'),
    recommendCode: of('recommendCode'),
    password: String(form.get('password') ?? ''),
    confirmPass: String(form.get('confirmPass') ?? ''),
  };
}

/** Checks what needs no server. */
export function problemsOf(r: Registration): Partial<Record<keyof Registration, RegistrationProblem>> {
  const found: Partial<Record<keyof Registration, RegistrationProblem>> = {};
  for (const name of ['name', 'countryCode', 'username', 'email', 'password', 'confirmPass'] as const) {
    if (!r[name]) found[name] = name === 'countryCode' ? 'countryMissing' : 'required';
  }
  if (r.username && !MOBILE.test(r.username)) found.username = 'phoneWrong';
  if (r.email && !isEmail(r.email)) found.email = 'emailWrong';
  if (r.password && r.password.length < LIMITS.passwordLength) found.password = 'short';
  else if (r.password && r.password === r.username.slice(-6)) found.password = 'initial';
  if (r.confirmPass && !r.password) found.confirmPass = 'newFirst';
  else if (r.confirmPass && r.confirmPass !== r.password) found.confirmPass = 'mismatch';
  return found;
}
