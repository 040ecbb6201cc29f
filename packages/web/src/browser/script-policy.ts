type Policy = { createScriptURL: (url: string) => { toString(): string } };
type PolicyFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy;
};
declare global {
  interface Window {
    trustedTypes?: PolicyFactory;
  }
}

const admitted = new Set<string>();
let policy: Policy | undefined;

function admit(url: string): string {
  if (!admitted.has(new URL(url, location.href).href)) throw new TypeError(`Not a script of this app: ${url}`);
  return url;
}

/**
 * The address of a script of ours, as the sinks of Trusted Types take it. There is one policy (`trusted-types app`), and
 * it admits what was named here and nothing else. Browsers that enforce nothing get the address back.
 */
export function trustedScript(url: string): string {
  admitted.add(new URL(url, location.href).href);
  policy ??= window.trustedTypes?.createPolicy('app', { createScriptURL: admit });
  // The DOM types know text only, while browsers that enforce the policy take its object.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return policy === undefined ? url : (policy.createScriptURL(url) as unknown as string);
}
