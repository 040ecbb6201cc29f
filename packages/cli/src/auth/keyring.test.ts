import { expect, test } from 'vitest';
import { openKeyring } from './keyring.ts';

/** A child process like the keyring program: request on stdin, answer on stdout. */
const program = (source: string) => [process.execPath, '-e', source] as const;
/** On a busy machine, starting a process can take longer than the default limit of three seconds. */
const patientMs = 120_000;

test('secrets are sent through pipes, never as arguments', async () => {
  const echo = program(`
    let text = '';
    process.stdin.on('data', (part) => { text += part; }).on('end', () => {
      const seen = process.argv.join(' ').includes('canary') || Object.values(process.env).includes('canary');
      process.stdout.write(JSON.stringify({ secret: seen ? 'leaked' : text }));
    });`);
  const keyring = openKeyring(echo, patientMs);
  await keyring.set('a', 'canary');
  expect(JSON.parse((await keyring.get('a')) ?? '')).toEqual({ action: 'get', account: 'a' });
});

test('a hanging keyring process is killed after the time limit', async () => {
  const keyring = openKeyring(program('setInterval(() => undefined, 1000)'), 100);
  await expect(keyring.get('a')).rejects.toThrow('did not answer within 0.1 s');
});

test('a locked keyring and a missing program are errors', async () => {
  await expect(openKeyring(program('process.exitCode = 1'), patientMs).set('a', 'b')).rejects.toThrow(
    'is locked or missing',
  );
  await expect(openKeyring(['/nonexistent/keyring']).remove('a')).rejects.toThrow('could not be started');
});
