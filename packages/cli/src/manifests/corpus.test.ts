import { describe, expect, test } from 'vitest';
import { corpus } from '../testing/manifest-corpus.ts';
import { proposeIn } from '../testing/propose-files.ts';

/** Other forms of the same manifest. */
const forms: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'with Windows line ends': (text) => text.replaceAll('\n', '\r\n'),
  'with a byte order mark': (text) => `\uFEFF${text}`,
  'without a last line end': (text) => text.replace(/\n$/, ''),
  'with Windows line ends, a byte order mark and no last line end': (text) =>
    `\uFEFF${text.replace(/\n$/, '').replaceAll('\n', '\r\n')}`,
  'after and before other documents': (text) =>
    `kind: Service\nmetadata: {name: web, namespace: shop}\n---\n${text}---\nkind: Deployment\nmetadata: {name: other, namespace: shop}\n`,
};

function proposed(text: string) {
  const { changed, left } = proposeIn({ 'shop.yaml': text });
  return { text: changed['shop.yaml'] ?? text, left: left.map(({ reason }) => reason) };
}

describe.each(corpus)('$name', ({ reason, before, after }) => {
  test.each(Object.entries(forms))('%s: only the intended lines change', (_form, formed) => {
    const { text, left } = proposed(formed(before));
    expect(text).toBe(formed(after));
    expect(left.filter((one) => reason === null || !one.includes(reason))).toEqual([]);
    expect(left).toHaveLength(reason === null ? 0 : 1);
  });

  test('a second run changes nothing', () => {
    expect(proposed(after).text).toBe(after);
  });
});
