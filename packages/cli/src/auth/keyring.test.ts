import { expect, test } from 'vitest';
import { openKeyring } from './keyring.ts';

/** A keyring program as ours is spoken to: the request on stdin, the answer on stdout. */
const program = (source: string) => [process.execPath, '-e', source] as const;

test('a secret goes in and comes out by pipe, never as an argument', async () => {
  const echo = program(`
    let text = '';
    process.stdin.on('data', (part) => { text += part; }).on('end', () => {
      const seen = process.argv.join(' ').includes('canary') || Object.values(process.env).includes('canary');
      process.stdout.write(JSON.stringify({ secret: seen ? 'leaked' : text }));
    });`);
  const keyring = openKeyring(echo);
  await keyring.set('a', 'canary');
  expect(JSON.parse((await keyring.get('a')) ?? '')).toEqual({ action: 'get', account: 'a' });
});

test('one that hangs is given up and ended (L5)', async () => {
  const keyring = openKeyring(program('setInterval(() => undefined, 1000)'), 100);
  await expect(keyring.get('a')).rejects.toThrow('did not answer within 0.1 s');
});

test('one that is locked, and one that is not there', async () => {
  await expect(openKeyring(program('process.exitCode = 1')).set('a', 'b')).rejects.toThrow('is locked or missing');
  await expect(openKeyring(['/nonexistent/keyring']).remove('a')).rejects.toThrow('could not be started');
});
