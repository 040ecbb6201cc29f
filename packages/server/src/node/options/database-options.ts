import type { PostgresAccess } from '../../adapters/sql/index.ts';
import { UsageError } from '../start-errors.ts';
import { declareOptions, flagOf, type OptionValues, wholeNumber } from './declared-option.ts';

/** How to reach a PostgreSQL database. Its files are read later. */
export type DatabaseAccess = Omit<PostgresAccess, 'password' | 'tls'> & {
  readonly password:
    | { readonly kind: 'none' }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'file'; readonly file: string };
  /** Null: without TLS. */
  readonly tls: { readonly caFile: string | null } | null;
};

export const databaseOptions = declareOptions({
  '--database <url>':
    'PostgreSQL database (15 or newer) for everything that is stored, instead of a file in the data folder: postgres://user@host:5432/name. TLS is required unless the host is this machine or the URL ends in ?sslmode=disable; ?host=/folder connects through a Unix socket.',
  '--database-password <password>':
    'Password of the database user. Prefer the variable or a file: other users of this machine can read the command line.',
  '--database-password-file <file>': 'File with the password of the database user; read again when it changes.',
  '--database-ca <file>':
    'Certificates (PEM) of the authorities to trust for the database, instead of those of this machine.',
  '--database-connections <number>': 'Most connections to the database at the same time, 2 to 100. Default: 10.',
  '--database-timeout <seconds>': 'How long a statement may take in the database, 1 to 600. Default: 30.',
});

/**
 * Null if no database is given. Messages never repeat the URL, which may contain a password.
 *
 * @throws UsageError
 */
export function readDatabase(values: OptionValues): DatabaseAccess | null {
  const { text } = values;
  const address = text('--database');
  if (address === undefined) {
    const other = databaseOptions.find((option) => values.isGiven(flagOf(option)));
    if (other === undefined) return null;
    throw new UsageError(`${flagOf(other)} needs the address of a database: give --database too.`);
  }
  const url = postgresUrl(address);
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  if (host === '' || user === '' || database === '') {
    throw new UsageError('--database must name a user, a host and a database: postgres://user@host:5432/name.');
  }
  return {
    host,
    port: Number(url.port || 5432),
    user,
    database,
    password: password(values, decoded(url.password)),
    tls: tls(values, url, host),
    connections: wholeNumber(text('--database-connections') ?? '10', '--database-connections', 2, 100),
    timeoutMs: 1000 * wholeNumber(text('--database-timeout') ?? '30', '--database-timeout', 1, 600),
  };
}

const knownParameters = ['host', 'sslmode'];

function postgresUrl(text: string): URL {
  const [, authority, path = '', query = ''] = /^postgres(?:ql)?:\/\/([^/?]*)([^?]*)(.*)$/is.exec(text.trim()) ?? [];
  const malformed = new UsageError('--database must be a URL such as postgres://user@host:5432/name.');
  if (authority === undefined) throw malformed;
  if (text.includes('#')) {
    throw new UsageError('A # in the URL of --database must be written as %23, also in the password.');
  }
  const url = URL.parse(text);
  const isDatabase = url !== null && url.username !== '' && path.lastIndexOf('/') === 0;
  // Such a password ends the part before the host, and its rest would be repeated as something else.
  if (query.includes('@') || (path.includes('@') && !isDatabase)) {
    throw new UsageError(
      'In the URL of --database, special characters of the password must be percent-encoded: / as %2F, ? as %3F, @ as %40.',
    );
  }
  if (!isPort(/:([^:@\]]*)$/.exec(authority)?.[1] ?? '')) {
    throw new UsageError('The port in the URL of --database must be a number from 1 to 65535.');
  }
  if (url === null) throw malformed;
  if (path.lastIndexOf('/') > 0) {
    throw new UsageError(
      'After the host, the URL of --database must have only the name of the database. A / in the name is written as %2F.',
    );
  }
  checkParameters([...url.searchParams.keys()]);
  return url;
}

const isPort = (text: string): boolean =>
  text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);

function checkParameters(names: readonly string[]): void {
  const unknown = names.find((name) => !knownParameters.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `The URL of --database has the unknown parameter ${JSON.stringify(unknown)}. Known: ${knownParameters.join(', ')}.`,
    );
  }
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) {
    throw new UsageError(`The URL of --database has the parameter ${repeated} more than once.`);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UsageError('The URL of --database has a % that does not begin an encoded character. Write it as %25.');
  }
}

function password({ text }: OptionValues, inUrl: string): DatabaseAccess['password'] {
  const [given, file] = [text('--database-password'), text('--database-password-file')];
  if ([given, file, inUrl || undefined].filter((way) => way !== undefined).length > 1) {
    throw new UsageError(
      'Give the password of the database in only one way: --database-password, --database-password-file, or in its URL.',
    );
  }
  if (file !== undefined) return { kind: 'file', file };
  const known = given ?? inUrl;
  return known === '' ? { kind: 'none' } : { kind: 'text', text: known };
}

const isThisMachine = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

function tls({ text }: OptionValues, url: URL, host: string): DatabaseAccess['tls'] {
  const caFile = text('--database-ca') ?? null;
  const mode = url.searchParams.get('sslmode') ?? (isThisMachine(host) && caFile === null ? 'disable' : 'verify-full');
  if (mode === 'verify-full') return { caFile };
  if (mode !== 'disable') {
    throw new UsageError(
      'sslmode in the URL of --database must be disable or verify-full, which checks the certificate.',
    );
  }
  if (caFile !== null) throw new UsageError('--database-ca needs TLS, but the URL of --database has sslmode=disable.');
  return null;
}
