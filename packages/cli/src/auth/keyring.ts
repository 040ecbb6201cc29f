import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { parseRecord } from '../json.ts';

/** The system's keyring. Every call rejects if the keyring is locked, fails or does not answer. */
export type Keyring = {
  get: (account: string) => Promise<string | null>;
  set: (account: string, secret: string) => Promise<void>;
  remove: (account: string) => Promise<void>;
};

export class KeyringError extends Error {
  override name = 'KeyringError';
}

/** A locked keyring opens a password prompt, which may be on a screen that the user does not see. */
const timeLimitMs = 3_000;

/**
 * Runs in a child process, because a hanging keyring call cannot be canceled and would keep this process alive. The
 * secret is sent through a pipe: other users can read arguments. On Linux only the Secret Service is used, because the
 * kernel's keyring is cleared at logout.
 */
const keyringProgram = `
const { AsyncEntry } = require(process.argv[1]);
let text = '';
process.stdin.on('data', (part) => { text += part; }).on('end', async () => {
  try {
    const { action, account, secret } = JSON.parse(text);
    const entry = new AsyncEntry('trimtab', account, { linux: { store: 'secret-service' } });
    const found = action === 'get' ? await entry.getPassword()
      : action === 'set' ? await entry.setPassword(secret)
      : await entry.deletePassword();
    process.stdout.write(JSON.stringify({ secret: typeof found === 'string' ? found : null }));
  } catch { process.exitCode = 1; }
});`;

/** The command of the child process; null if the optional package is not installed. */
export function keyringCommand(): readonly [string, ...string[]] | null {
  // The bundle is CommonJS, which has no import.meta. The source is an ES module, which has no __filename.
  const here = typeof __filename === 'string' ? __filename : import.meta.filename;
  try {
    return [process.execPath, '-e', keyringProgram, createRequire(here).resolve('@napi-rs/keyring')];
  } catch {
    return null;
  }
}

type Request = {
  action: 'get' | 'set' | 'remove';
  account: string;
  secret?: string;
};

function call([program, ...words]: readonly [string, ...string[]], request: Request, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new KeyringError(`did not answer within ${limitMs / 1_000} s`));
    }, limitMs);
    let answer = '';
    child.stdout.on('data', (part) => (answer += String(part)));
    // The child process may exit before it has read the request.
    child.stdin.on('error', () => undefined);
    child.on('error', () => reject(new KeyringError('could not be started')));
    child.on('close', (code) => {
      clearTimeout(limit);
      if (code === 0) resolve(answer);
      else reject(new KeyringError('is locked or missing'));
    });
    child.stdin.end(JSON.stringify(request));
  });
}

export function openKeyring(command: readonly [string, ...string[]], limitMs = timeLimitMs): Keyring {
  return {
    get: async (account) => {
      const secret = parseRecord(await call(command, { action: 'get', account }, limitMs))?.['secret'];
      return typeof secret === 'string' ? secret : null;
    },
    set: async (account, secret) => void (await call(command, { action: 'set', account, secret }, limitMs)),
    remove: async (account) => void (await call(command, { action: 'remove', account }, limitMs)),
  };
}
