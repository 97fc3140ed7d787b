import { LIMITS } from '@/core/constants';
import type { Args } from '@/kit/api/types';
import { MOBILE, phoneDigits } from '@/kit/input/digits';
import { isEmail } from '@/kit/input/email';

export type Registration = Required<NonNullable<Args<'post', '/oauth/register'>[0]>['body']>;
export type Problem = 'required' | 'phoneWrong' | 'emailWrong' | 'short' | 'initial' | 'newFirst' | 'mismatch';

/** The form as it is sent: blanks cut, the plus sign of the phone stripped (platform-services §5). */
export function tidy(form: FormData): Registration {
  const of = (name: string) => String(form.get(name) ?? '').trim();
  return {
    username: phoneDigits(of('username')),
    name: of('name'),
    email: of('email'),
    countryCode: of('countryCode'),
    companyName: of('companyName'),
    recommendCode: of('recommendCode'),
    password: String(form.get('password') ?? ''),
    confirmPass: String(form.get('confirmPass') ?? ''),
  };
}

/** What can be told before asking the server. */
export function problemsOf(r: Registration): Partial<Record<keyof Registration, Problem>> {
  const found: Partial<Record<keyof Registration, Problem>> = {};
  for (const name of ['username', 'name', 'email', 'countryCode', 'password', 'confirmPass'] as const) {
    if (!r[name]) found[name] = 'required';
  }
  if (r.username && !MOBILE.test(r.username)) found.username = 'phoneWrong';
  if (r.email && !isEmail(r.email)) found.email = 'emailWrong';
  if (r.password && r.password.length < LIMITS.passwordLength) found.password = 'short';
  else if (r.password && r.password === r.username.slice(-6)) found.password = 'initial';
  if (r.confirmPass && !r.password) found.confirmPass = 'newFirst';
  else if (r.confirmPass && r.confirmPass !== r.password) found.confirmPass = 'mismatch';
  return found;
}
