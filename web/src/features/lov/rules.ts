/** Name of a field in rows and parameters. */
export const FIELD = /^[A-Za-z][A-Za-z0-9_.]{0,49}$/;

/** JSON text of an object, or nothing. */
export function json(message: string) {
  return {
    validator: (_: unknown, text?: string) => {
      if (!text?.trim()) return Promise.resolve();
      try {
        const value: unknown = JSON.parse(text);
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Promise.resolve();
      } catch {
        // said below
      }
      return Promise.reject(new Error(message));
    },
  };
}
