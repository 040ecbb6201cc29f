import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

const origin = 'https://trimtab.example';

describe('the return path after signing in', () => {
  it.each(['/', '/ast/shop/cart?metric=cpu#pods', '/cost-analysis/simulator', '/ast/a%2Fb/c%20d'])(
    'accepts %s',
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
  ])('replaces %j by the home page', (value) => {
    expect(safeReturnPath(value, origin)).toBe('/');
  });
});
