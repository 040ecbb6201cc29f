import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactedCopy, redactText } from './redaction.ts';

describe('a redacted copy', () => {
  it('has no values of secret names', () => {
    expect(
      redactedCopy({ apiKey: 'k1', 'db-password': 7, nested: { Authorization: ['a', { b: 'c' }] }, tokenUrl: '' }),
    ).toEqual({
      apiKey: '[redacted]',
      'db-password': '[redacted]',
      nested: { Authorization: ['[redacted]', { b: '[redacted]' }] },
      tokenUrl: '',
    });
  });

  it('has no values of labels with secret names', () => {
    expect(
      redactedCopy({
        labels: [
          { key: 'vault-token', value: 'abc' },
          { key: 'app', value: 'cart' },
        ],
      }),
    ).toEqual({
      labels: [
        { key: 'vault-token', value: '[redacted]' },
        { key: 'app', value: 'cart' },
      ],
    });
  });

  it('keeps the numbers of objects with secret-like names', () => {
    const spec = { name: 'token-service', containers: { 'token-service': { cpu: { request: 0.5 } } } };
    expect(redactedCopy(spec)).toEqual(spec);
  });

  it.each([
    ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [redacted]'],
    ['x eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln y', 'x [redacted] y'],
    ['http://user:pass@prometheus:9090/', 'http://[redacted]@prometheus:9090/'],
    ['--db-password=hunter2 --replicas=3', '--db-password=[redacted] --replicas=3'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nrest', '[redacted]\nrest'],
    ['Memory was above the request; a basic check', 'Memory was above the request; a basic check'],
    ['shop/eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'shop/[redacted]'],
    ['id-eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'id-[redacted]'],
    ['the host eyJa.example', 'the host eyJa.example'],
  ])('%s', (text, safe) => {
    expect(redactText(text)).toBe(safe);
  });

  it('ends with long texts of any form', () => {
    const piece = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(piece, fc.array(piece, { minLength: 1, maxLength: 3 }), piece, (head, units, tail) => {
        const unit = units.join('');
        const text = `${head}${unit.repeat(200_000 / unit.length)}${tail}`;
        expect(interruptibly(() => redactText(text))).toEqual(expect.any(String));
      }),
      { numRuns: 200, seed: 7, endOnFailure: true },
    );
  }, 120_000);
});

/**
 * Work that is quadratic in these texts takes minutes, linear work a few milliseconds. Only a limit in V8 can
 * interrupt a pattern.
 */
const interruptibly = (work: () => string): unknown => runInNewContext('work()', { work }, { timeout: 30_000 });

/** What the patterns begin, repeat or end with. */
const pieces = [
  'a-',
  '-',
  ' ',
  '\n',
  'a',
  'A ',
  '.',
  '=',
  ':',
  '/',
  '@',
  'eyJ',
  'eyJ-',
  'eyJa.',
  'token',
  'token =',
  'secret-',
].concat([
  'api_key',
  'bearer ',
  'basic',
  '://',
  '-----BEGIN ',
  '-----END ',
  'PRIVATE KEY',
  'PRIVATE KEY-----',
  'ß',
  '😀',
]);
