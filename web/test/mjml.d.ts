/** MJML has no types of its own. Its compiler is used by a test alone. */
declare module 'mjml' {
  export default function mjml(source: string, options?: { validationLevel: 'strict' }): Promise<{ html: string }>;
}
