/** Who can sign in: the login page takes the name, and no password. */
export type Account = { readonly id: string; readonly name: string; readonly permissions: readonly string[] };

export const accounts = {
  operator: { id: 'auth0|operator', name: 'Olga Operator', permissions: ['ast:enrol'] },
  reader: { id: 'auth0|reader', name: 'Rita Reader', permissions: [] },
} as const satisfies Record<string, Account>;

export type AccountName = keyof typeof accounts;

export const isAccountName = (name: string): name is AccountName => Object.hasOwn(accounts, name);

export const accountById = (id: string): Account | undefined => Object.values(accounts).find((each) => each.id === id);

/** What asks for tokens, each as Auth0 would have it. */
export const clients = {
  /** The console: code with PKCE, rotating refresh tokens. */
  console: 'trimtab-console',
  /** The CLI: device flow. */
  cli: 'trimtab-cli',
  /** Two machines that sign in as themselves; only the first may write. */
  deployer: 'trimtab-deployer',
  watcher: 'trimtab-watcher',
} as const;

export const machineSecret = 'machine-secret-of-the-tests';
