import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineRedaction, redactedCopy, redactText } from './redaction.ts';

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
  });
});

describe('a redacted line of a log', () => {
  it.each([
    ['{"user":"ann","password":"a \\"b\\" c","n":1}', '{"user":"ann","password":"[redacted]","n":1}'],
    ["{'api_key': 'it\"s', 'n': 1}", "{'api_key': '[redacted]', 'n': 1}"],
    ['{"msg":"{\\"token\\":\\"abc\\",\\"n\\":1}"}', '{"msg":"{\\"token\\":\\"[redacted]\\",\\"n\\":1}"}'],
    ['{"secret":"unfinished', '{"secret":"[redacted]'],
    ['db password: hunter2, retrying', 'db password: [redacted], retrying'],
    ['Cookie: a=1; b=2', 'Cookie: [redacted]'],
    ['using AKIAIOSFODNN7EXAMPLE now', 'using [redacted] now'],
    ['level=info msg="login" password="hunter2 \\" x" n=1', 'level=info msg="login" password=[redacted] n=1'],
    ["password='hunter2' host=x", 'password=[redacted] host=x'],
    ['secret = "abc", n=1', 'secret = [redacted], n=1'],
    ['client_secret="abc', 'client_secret=[redacted]'],
    ['password => "hunter2"', 'password => [redacted]'],
    ['password: "two words"', 'password: [redacted]'],
    ["api-key: 'two words' n: 1", 'api-key: [redacted] n: 1'],
    ['AWS_SECRET_ACCESS_KEY=wJalr/x n=1', 'AWS_SECRET_ACCESS_KEY=[redacted] n=1'],
    ['private_key=abc prompt_tokens=12', 'private_key=[redacted] prompt_tokens=12'],
    ['postgres://user:pa/ss@host/db', 'postgres://[redacted]@host/db'],
    ['postgres://user:p@ss/w0rd@host/db', 'postgres://[redacted]@host/db'],
    ['http://host:80/users?mail=a@b.example', 'http://host:80/users?mail=a@b.example'],
    ['Authorization: Token abcdef012345', 'Authorization: [redacted]'],
    ['Proxy-Authorization: Digest username="u"', 'Proxy-Authorization: [redacted]"u"'],
    ['{"msg":"password=\\"two words\\" n=1"}', '{"msg":"password=[redacted] n=1"}'],
    ['{"msg":"password: \\"two words\\""}', '{"msg":"password: [redacted]"}'],
    ["password=b'hunter2'", 'password=[redacted]'],
    ['run --db-password hunter2 --token --port 80', 'run --db-password [redacted] --token --port 80'],
    ['DB_PASS=hunter2 SMTP_PWD: hunter2', 'DB_PASS=[redacted] SMTP_PWD: [redacted]'],
    ['PWD=/app bypass=yes pass=3', 'PWD=/app bypass=yes pass=3'],
    ['SECRET_KEY=abc "accessKey":"abc"', 'SECRET_KEY=[redacted] "accessKey":"[redacted]"'],
    ['AccountName=a;AccountKey=ab+/==;Suffix=x', 'AccountName=a;AccountKey=[redacted];Suffix=x'],
    ['root:hunter2@tcp(db:3306)/shop', 'root:[redacted]@tcp(db:3306)/shop'],
    [
      'https://a.example/b?se=1&sig=ab%2F&X-Amz-Signature=cd',
      'https://a.example/b?se=1&sig=[redacted]&X-Amz-Signature=[redacted]',
    ],
    [`using glpat-${'a'.repeat(20)} and sk-proj-${'a'.repeat(30)}`, 'using [redacted] and [redacted]'],
    ['GET /orders 200 in 12 ms', 'GET /orders 200 in 12 ms'],
    ['{"level":"info","msg":"tokens: none"}', '{"level":"info","msg":"tokens: [redacted]"}'],
    ['time: 10:30, took: 5s', 'time: 10:30, took: 5s'],
  ])('%s', (line, safe) => {
    expect(createLineRedaction()(line)).toBe(safe);
  });

  it('hides a key only as long as a key can be', () => {
    const redact = createLineRedaction();
    redact('-----BEGIN PRIVATE KEY-----');
    const lines = Array.from({ length: 202 }, () => redact('x'));
    expect([lines[199], lines[200]]).toEqual(['[redacted]', 'x']);
  });

  it('ends with long lines of any form', () => {
    const piece = fc.constantFrom(...pieces, '"', "'", '\\', '\\"', '"a":"', 'cookie:', 'ghp_', 'AKIA');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), piece, (units, tail) => {
        const unit = units.join('');
        const line = `${unit.repeat(100_000 / unit.length)}${tail}`;
        expect(interruptibly(() => createLineRedaction()(line))).toEqual(expect.any(String));
      }),
      { numRuns: 200, seed: 7, endOnFailure: true },
    );
  });
});

/**
 * Code that takes quadratic time for these texts needs minutes, while linear code needs a few milliseconds. Only a
 * limit in V8 can interrupt a pattern.
 */
const interruptibly = (work: () => string): unknown => runInNewContext('work()', { work }, { timeout: 30_000 });

/** The texts with which the patterns begin, repeat or end. */
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
  '--token ',
  '=b\\"',
  '&sig=',
  ':a@tcp(',
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
