/** Maximum length of a top-level domain; the server may allow less (`email.tld.max`). */
const ENDING = 63;
const LONGEST = 128;
/** The server's (pkg/kit/email). */
const FORM =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})$/;

/** Whether a text is an e-mail address. */
export function isEmail(text: string, ending = ENDING): boolean {
  return text.length <= LONGEST && FORM.test(text) && text.length - text.lastIndexOf('.') - 1 <= ending;
}
