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
  ])('%s', (text, safe) => {
    expect(redactText(text)).toBe(safe);
  });
});
