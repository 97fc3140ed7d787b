import { IMAGE_HOST } from './constants';

/** The address of a picture: an absolute one is kept, others are below the picture host. */
export function imageAt(url: string | undefined, host: string = IMAGE_HOST): string | undefined {
  if (!url || !host || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return url;
  return `${host.replace(/\/$/, '')}/${url.replace(/^\//, '')}`;
}
