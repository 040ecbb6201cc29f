export { type AccountName, accounts, clients, machineSecret } from './people.ts';
export { type IdentityProvider, startIdentityProvider } from './start.ts';
export { approveDevice, machineToken, refresh, signIn, type Tokens } from './tokens.ts';
