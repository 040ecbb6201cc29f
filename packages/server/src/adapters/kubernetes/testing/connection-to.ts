import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';

/** The connection to a stand-in of the API server, with the account of a token. */
export const connectionTo = ({ url }: KubernetesStandIn, token: string) => ({
  url,
  fetch,
  headers: async () => ({ authorization: `Bearer ${token}` }),
  renew: () => undefined,
});
