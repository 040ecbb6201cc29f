import { afterEach, beforeEach, vi } from 'vitest';

/*
 * Fails a test that writes to console.error without expecting it. A test that expects an error replaces the spy:
 * `const errors = vi.spyOn(console, 'error').mockImplementation(() => {})`, and asserts its calls.
 */
const unexpected: unknown[][] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...values) => void unexpected.push(values));
});

afterEach(() => {
  const calls = unexpected.splice(0).map((values) => values.map(String).join(' '));
  if (calls.length > 0) throw new Error(`Unexpected calls of console.error:\n${calls.join('\n')}`);
});
