/**
 * The address if it is safe to link to: an http or https address, or one of this console. Undefined otherwise, because
 * an address with `javascript:` or `data:` could run code in the page or imitate it.
 */
export function safeHref(address: string): string | undefined {
  // A path keeps the protocol of the page.
  if (/^\/(?![/\\])/.test(address)) return address;
  const base = globalThis.location?.href ?? 'http://localhost/';
  if (!URL.canParse(address, base)) return undefined;
  return ['http:', 'https:'].includes(new URL(address, base).protocol) ? address : undefined;
}
