import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { preparePrivateFolder, readPrivate, removePrivate, writePrivate } from '../config/private-file.ts';
import { systemCode } from '../config/system-code.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { isSameIssuer } from './issuer.ts';
import type { Keyring } from './keyring.ts';
import {
  DamagedSessionError,
  nameOfSession,
  parseSession,
  prefixOf,
  printSession,
  readSecrets,
  type Secrets,
  type Session,
  type SessionKey,
} from './session.ts';

/** Selects among the sign-ins of an API; null matches anything. */
type SessionFilter = {
  readonly issuer: string | null;
  readonly clientId: string | null;
  readonly audience: string | null;
};

type KeyringSource = () => Promise<Keyring | null>;

export type SessionStore = {
  readonly folder: string;
  pathOf: (key: SessionKey) => string;
  lockOf: (key: SessionKey) => string;
  /** The newest matching sign-in for this API. */
  find: (api: string, filter: SessionFilter) => Session | null;
  /** The current state of this sign-in. */
  get: (key: SessionKey) => Session | null;
  secretsOf: (session: Session) => Promise<Secrets>;
  /** Fails if a sign-in could not be stored, so that this is known before the user signs in. */
  prepare: () => void;
  save: (session: Session, secrets: Secrets) => Promise<void>;
  /** The readable sign-ins for this API; unreadable ones are skipped. For signing out. */
  readable: (api: string) => Session[];
  /** Removes damaged files of this API and returns one sentence for each. */
  removeDamaged: (api: string) => string[];
  /** Removes every sign-in for this API, readable or not, and returns the number of removed files. */
  removeAll: (api: string) => Promise<number>;
};

const suffix = '.json';

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return [];
    throw new CliError(`${folder} cannot be read (${systemCode(error) ?? 'unknown'}).`, exitCode.denied);
  }
}

const matches = (session: Session, { issuer, clientId, audience }: SessionFilter): boolean =>
  (issuer === null || isSameIssuer(session.issuer, issuer)) &&
  (clientId === null || session.clientId === clientId) &&
  (audience === null || session.audience === audience);

/** Stores each sign-in in a file, and its secrets in the same file or in the keyring. */
export function openSessionStore(directory: string, keyring: KeyringSource): SessionStore {
  const folder = join(directory, 'sessions');
  const pathsOf = (api: string) =>
    namesIn(folder)
      .filter((name) => name.startsWith(prefixOf(api)) && name.endsWith(suffix))
      .map((name) => join(folder, name));
  const pathOf = (key: SessionKey) => join(folder, `${nameOfSession(key)}${suffix}`);

  const load = (path: string, api: string) => {
    const text = readPrivate(path);
    if (text === null) return null;
    const read = parseSession(path, text);
    // The file was moved or forged: its token does not belong to this API.
    if (read.session.api !== api || pathOf(read.session) !== path) throw new DamagedSessionError(path, 'is misplaced');
    return read;
  };

  const secretsOf = async (session: Session): Promise<Secrets> => {
    if (session.keptIn === 'file') {
      const secrets = load(pathOf(session), session.api)?.secrets ?? null;
      if (secrets !== null) return secrets;
      throw new CliError(
        'Another command has signed you out meanwhile.',
        exitCode.denied,
        'Sign in again: trimtab login',
      );
    }
    try {
      const secrets = readSecrets(JSON.parse((await (await keyring())?.get(nameOfSession(session))) ?? 'null'));
      if (secrets !== null) return secrets;
    } catch {
      throw new CliError(
        'The keyring with your sign-in is locked or does not answer.',
        exitCode.denied,
        'Unlock it, or store the token in a file: trimtab login --token-store file',
      );
    }
    throw new CliError('Your sign-in is no longer in the keyring.', exitCode.denied, 'Sign in again: trimtab login');
  };

  return {
    folder,
    pathOf,
    lockOf: (key) => join(folder, `${nameOfSession(key)}.lock`),
    find: (api, filter) => {
      const found = pathsOf(api).flatMap((path) => load(path, api)?.session ?? []);
      return (
        found.filter((session) => matches(session, filter)).toSorted((a, b) => b.signedInAt - a.signedInAt)[0] ?? null
      );
    },
    get: (key) => load(pathOf(key), key.api)?.session ?? null,
    secretsOf,
    prepare: () => {
      preparePrivateFolder(folder);
      const probe = join(folder, `probe-${process.pid}`);
      // As large as a sign-in, to detect a full disk.
      writePrivate(probe, ' '.repeat(8_192));
      removePrivate(probe);
    },
    save: async (session, secrets) => {
      preparePrivateFolder(folder);
      if (session.keptIn === 'keyring') {
        await (await keyring())?.set(nameOfSession(session), JSON.stringify(secrets));
      }
      writePrivate(pathOf(session), printSession(session, secrets));
    },
    readable: (api) =>
      pathsOf(api).flatMap((path) => {
        try {
          return load(path, api)?.session ?? [];
        } catch {
          return [];
        }
      }),
    removeDamaged: (api) =>
      pathsOf(api).flatMap((path) => {
        try {
          load(path, api);
          return [];
        } catch (error) {
          if (!(error instanceof DamagedSessionError)) throw error;
          removePrivate(path);
          return [`${error.message} It was removed.`];
        }
      }),
    removeAll: async (api) => {
      let removed = 0;
      for (const path of pathsOf(api)) {
        const name = path.slice(folder.length + 1, -suffix.length);
        if (removePrivate(path)) removed += 1;
        // An unavailable keyring is ignored: its secrets are not used without the file.
        await (await keyring())?.remove(name).catch(() => undefined);
      }
      return removed;
    },
  };
}
