/**
 * Where somebody was before signing in, made safe: a path of this origin, or `/`. What comes back from a sign-in is text
 * that somebody else may have written, and `//evil.example` or `/\evil.example` would leave the console.
 */
export function safeReturnPath(value: unknown, origin: string): string {
  // Control characters are refused, written out or as `%0a`.
  // oxlint-disable-next-line no-control-regex -- see above
  if (typeof value !== 'string' || !value.startsWith('/') || /[\u0000-\u0020\\]|%[01]/.test(value)) return '/';
  if (!URL.canParse(value, origin)) return '/';
  const url = new URL(value, origin);
  const path = url.pathname + url.search + url.hash;
  // `/x/..//evil.example` is of this origin until it is normalized.
  return url.origin === origin && !path.startsWith('//') ? path : '/';
}
