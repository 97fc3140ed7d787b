declare module '*/format-only.js' {
  export default function formatOnly(...args: unknown[]): unknown;
}
