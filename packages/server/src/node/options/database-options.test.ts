import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

function access(url: string) {
  const options = readOptions(['--database', url], { HOME: '/home/op' }, { version: '1', write: () => undefined });
  return 'answered' in options ? null : options.database;
}

describe('the URL of --database', () => {
  it.each([
    ['postgres://u@h/z', { host: 'h', port: 5432, user: 'u', database: 'z', password: { kind: 'none' } }],
    ['postgresql://u@[::1]:6000/z', { host: '::1', port: 6000, tls: null }],
    ['postgres://u@h:/z', { port: 5432 }],
    ['postgres://u:p@ss:w@h/z', { host: 'h', password: { kind: 'text', text: 'p@ss:w' } }],
    ['postgres://u:%23%2F%3F%25@h/a%2Fb', { password: { kind: 'text', text: '#/?%' }, database: 'a/b' }],
    ['postgres://u@h/z@1', { database: 'z@1' }],
    [' postgres://u@h/z?host=/run/postgresql\n', { host: '/run/postgresql', tls: null }],
  ])('is read: %j', (url, expected) => {
    expect(access(url)).toMatchObject(expected);
  });

  const form = '--database must be a URL such as postgres://user@host:5432/name.';
  const badPort = 'The port in the URL of --database must be a number from 1 to 65535.';
  const hash = 'A # in the URL of --database must be written as %23, also in the password.';
  const special =
    'In the URL of --database, special characters of the password must be percent-encoded: / as %2F, ? as %3F, @ as %40.';
  const slash =
    'After the host, the URL of --database must have only the name of the database. A / in the name is written as %2F.';
  it.each([
    ['postgres:u@h/z', form],
    ['postgres://u@:5432/z', form],
    ['postgres://u@h:99999/z', badPort],
    ['postgres://u@h:abc/z', badPort],
    ['postgres://u@h:0/z', badPort],
    ['postgres://u:hun#ter2@h/z', hash],
    ['postgres://u:12#hunter2@h/z', hash],
    ['postgres://u@h/z#hunter2', hash],
    ['postgres://u:hun/ter2@h/z', special],
    ['postgres://u:12/hunter2@h/z', special],
    ['postgres://u:p@ss/hunter2@h/z', special],
    ['postgres://u:p@ss:hun/ter2@h/z', special],
    ['postgres://u:hun?ter2@h/z', special],
    ['postgres://u:p@ss?hunter2@h/z', special],
    ['postgres://u@h/a/b', slash],
    ['postgres://u@h/z/', slash],
    [
      'postgres://u@h/z?sslmode=disable&sslmode=verify-full',
      'The URL of --database has the parameter sslmode more than once.',
    ],
  ])('is refused with the reason, without the password: %j', (url, message) => {
    expect(() => access(url)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
  });

  it('is named by its variable, if it came from there', () => {
    const env = { TRIMTAB_DATABASE: 'postgres://u@h:abc/z' };
    expect(() => readOptions([], env, { version: '1', write: () => undefined })).toThrow(
      'The port in the URL of TRIMTAB_DATABASE must be',
    );
  });
});
