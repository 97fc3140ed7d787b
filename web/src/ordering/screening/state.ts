/** A collection that can be screened. */
export type Screened = { id: string; name: string };

/** A screening that has not ended. */
export function screening(c: { screenStatus: string }): boolean {
  return ['waiting', 'queued', 'screening', 'stopping'].includes(c.screenStatus);
}
