/** The accounts. The login page asks for the name, and no password. */
export type Account = { readonly id: string; readonly name: string; readonly permissions: readonly string[] };

export const accounts = {
  operator: { id: 'auth0|operator', name: 'Olga Operator', permissions: ['ast:enrol'] },
  reader: { id: 'auth0|reader', name: 'Rita Reader', permissions: [] },
} as const satisfies Record<string, Account>;

export type AccountName = keyof typeof accounts;

export const isAccountName = (name: string): name is AccountName => Object.hasOwn(accounts, name);

export const accountById = (id: string): Account | undefined => Object.values(accounts).find((each) => each.id === id);

/** The OAuth clients, configured as in Auth0. */
export const clients = {
  /** The console: authorization code with PKCE, rotating refresh tokens. */
  console: 'trimtab-console',
  /** The CLI: device flow. */
  cli: 'trimtab-cli',
  /** Two machines with client credentials; only the first may change anything. */
  deployer: 'trimtab-deployer',
  watcher: 'trimtab-watcher',
} as const;

export const machineSecret = 'machine-secret-of-the-tests';
