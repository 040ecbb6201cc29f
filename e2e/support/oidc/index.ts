export { clients, machineSecret } from './people.ts';
export { type IdentityProvider, startIdentityProvider } from './start.ts';
export { machineToken, refresh, signIn, type Tokens } from './tokens.ts';
