import type { Access } from '../../options/access-options.ts';

/** No sign-in, no trusted proxy, no other host and no other origin. */
export const onlyOurselves: Access = {
  signIn: null,
  allowedHosts: [],
  corsOrigins: [],
  trustedProxies: [],
  requestsPerSecond: 0,
};
