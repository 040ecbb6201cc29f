export type { Mount } from './mount.ts';
export { verifyContract, type Verified, type VerifyOptions } from './verify.ts';
