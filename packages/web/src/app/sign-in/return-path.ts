/**
 * Validates the path to return to after signing in: a path of this origin, otherwise `/`. The value may come from an
 * attacker, and `//evil.example` or `/\evil.example` would lead to another origin.
 */
export function safeReturnPath(value: unknown, origin: string): string {
  // oxlint-disable-next-line no-control-regex -- rejects control characters, also encoded ones such as `%0a`
  if (typeof value !== 'string' || !value.startsWith('/') || /[\u0000-\u0020\\]|%[01]/.test(value)) return '/';
  if (!URL.canParse(value, origin)) return '/';
  const url = new URL(value, origin);
  const path = url.pathname + url.search + url.hash;
  // `/x/..//evil.example` normalizes to `//evil.example`, so the normalized path is checked too.
  return url.origin === origin && !path.startsWith('//') ? path : '/';
}
