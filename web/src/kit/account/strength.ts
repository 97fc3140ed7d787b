export type Strength = 'low' | 'medium' | 'high';

/** Rates a password by length and kinds of characters; the server alone decides whether it is allowed. */
export function strength(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const points = kinds + Math.floor(password.length / 4) - (/^(.)\1*$/.test(password) ? 4 : 0);
  if (password.length >= 8 && points >= 5) return 'high';
  return password.length >= 6 && points >= 3 ? 'medium' : 'low';
}
