type Policy = { createScriptURL: (url: string) => { toString(): string } };
type PolicyFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy;
};
declare global {
  interface Window {
    trustedTypes?: PolicyFactory;
  }
}

const trustedUrls = new Set<string>();
let policy: Policy | undefined;

function checkUrl(url: string): string {
  if (!trustedUrls.has(new URL(url, location.href).href))
    throw new TypeError(`Not a script of this application: ${url}`);
  return url;
}

/**
 * Marks the URL of one of our own scripts as trusted. The page has a single Trusted Types policy (`app`), which accepts only
 * URLs that were passed to this function. Browsers without Trusted Types get the URL back unchanged.
 */
export function trustedScript(url: string): string {
  trustedUrls.add(new URL(url, location.href).href);
  policy ??= window.trustedTypes?.createPolicy('app', { createScriptURL: checkUrl });
  // The DOM types declare a string, but browsers that enforce the policy require its TrustedScriptURL object.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser returns an object, not a string
  return policy === undefined ? url : (policy.createScriptURL(url) as unknown as string);
}
