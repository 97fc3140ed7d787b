import { apiData } from '@/lib/api/client';
import { sendOnce } from '@/lib/api/idempotency';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { useSession } from '@/lib/session';
import { stepOf } from './secondStep';

export type Passwords = Record<'oldPass' | 'newPass' | 'confirmPass', string>;

/** Problems of a password field: keys of the messages `auth`. */
export type PasswordProblem = 'required' | 'short' | 'initial' | 'same' | 'newFirst' | 'mismatch';

/**
 * The rules that can be told before asking the server (platform-services §5): all three required, the least length, not the
 * initial password (the last 6 digits of the phone), not the current one, repeated without a difference.
 */
export function problemsOf(
  p: Partial<Passwords>,
  login: string,
  least: number = LIMITS.passwordLength,
): Partial<Record<keyof Passwords, PasswordProblem>> {
  const { oldPass = '', newPass = '', confirmPass = '' } = p;
  const found: Partial<Record<keyof Passwords, PasswordProblem>> = {};
  if (!oldPass) found.oldPass = 'required';
  if (!newPass) found.newPass = 'required';
  else if (newPass.length < least) found.newPass = 'short';
  else if (/^\d{6,}$/.test(login) && newPass === login.slice(-6)) found.newPass = 'initial';
  else if (newPass === oldPass) found.newPass = 'same';
  if (!confirmPass) found.confirmPass = 'required';
  else if (!newPass) found.confirmPass = 'newFirst';
  else if (newPass !== confirmPass) found.confirmPass = 'mismatch';
  return found;
}

/**
 * A change ends every session of the account, so the new password signs in again at once. With two factors it needs a code as well: the
 * sign-in page asks for both.
 */
export async function changePassword(body: Passwords, withdrawn?: AbortSignal) {
  const { username } = await apiData('get', '/oauth/getUser');
  await sendOnce(request('put', '/pi/personal/info/pass', { body }), withdrawn);
  const session = useSession.getState();
  try {
    session.signIn(await apiData('post', '/oauth/login', { body: { username, password: body.newPass } }));
  } catch (e) {
    if (!stepOf(e)) throw e;
    session.clear(false, true);
  }
}
