import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

const origin = 'https://trimtab.example';

describe('the way back after signing in', () => {
  it.each(['/', '/ast/shop/cart?metric=cpu#pods', '/cost-analysis/simulator', '/ast/a%2Fb/c%20d'])(
    'leads to %s',
    (path) => {
      expect(safeReturnPath(path, origin)).toBe(path);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/x/..//evil.example',
    '/x/../\\evil.example',
    '/a\r\nSet-Cookie: b=c',
    '/\tevil',
    '/%0d%0aevil',
    '',
    'onboarding',
    undefined,
    null,
    7,
    { toString: () => '/' },
  ])('is the home page instead of %j', (value) => {
    expect(safeReturnPath(value, origin)).toBe('/');
  });
});
