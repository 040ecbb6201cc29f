import { expect, it } from 'vitest';
import { writtenOnce } from './json-text.ts';

it('an item is written again only for another key or another input', () => {
  const [row, other, node] = [{ name: 'cart' }, { name: 'cart' }, { price: 1 }];
  let writes = 0;
  const write = writtenOnce((key: typeof row, input: object | null) => ({ ...key, ...input, write: ++writes }));
  const first = write(row, node);
  expect(JSON.stringify(first)).toBe('{"name":"cart","price":1,"write":1}');
  expect(write(row, node)).toBe(first);
  expect(write(other, node).text).toContain('"write":2');
  expect(write(row, null).text).toContain('"write":3');
  expect(write(row, { ...node }).text).toContain('"write":4');
});
