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

/** The addresses of a text, each as it is written: one a line, or parted by commas, semicolons and spaces. */
export function addressesOf(text: string): string[] {
  const parts = (line: string) => {
    const several = (line.match(/[@＠]/g)?.length ?? 0) > 1;
    return several ? line.split(line.includes('<') ? /[,;]/ : /[,;\s]+/) : [line];
  };
  return text
    .split('\n')
    .flatMap(parts)
    .map((part) => part.trim())
    .filter(Boolean);
}
