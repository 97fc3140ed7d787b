const FILE = /^\/uf\/picture\/\w+$/;

/** Whether a picture was uploaded here. */
export const isUploaded = (url: string): boolean => FILE.test(url);

/** Where the browser finds a picture of a design: an address of the web as it is, an uploaded one below the API. */
export function shownAt(url: string): string | undefined {
  if (isUploaded(url)) return `/api${url}`;
  return /^https:\/\/./.test(url) ? url : undefined;
}
