/** The form that leads to a provider's page, as the server gives it. Of its html nothing is taken but address and fields. */
export function formOf(html: string): { action: string; fields: [string, string][] } | undefined {
  const form = new DOMParser().parseFromString(html, 'text/html').querySelector('form');
  const action = form?.getAttribute('action') ?? '';
  if (!form || !/^https?:\/\//.test(action)) return undefined;
  const fields = Array.from(form.querySelectorAll('input'), (i): [string, string] => [i.name, i.value]);
  return { action, fields };
}

/** A window of its own for the provider's page; opened in the click itself, later the browser would not let it. */
export function openWindow(text: string): Window | null {
  const page = window.open('', '_blank');
  if (!page) return null;
  page.opener = null; // what is shown in it cannot reach back
  page.document.title = text;
  page.document.body.textContent = text;
  return page;
}

/** Posts the form in that window, url-encoded. */
export function post(page: Window, { action, fields }: { action: string; fields: [string, string][] }) {
  const form = page.document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of fields) {
    const input = page.document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  page.document.body.append(form);
  form.submit();
}
