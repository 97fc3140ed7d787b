import { PRIMARY } from './presets';

/** The colours of the other accents; most users never choose one. */
export async function loadAccents(primary: string) {
  if (primary !== PRIMARY) await import('./accentsCss');
}
