import { afterEach, beforeEach, vi } from 'vitest';
import { takeUnscriptedCalls } from './scripted-api.ts';

/*
 * Fails a test that writes to console.error without expecting it, or that calls the scripted API without a script for the
 * call. A test that expects an error replaces the spy: `const errors = vi.spyOn(console, 'error').mockImplementation(() => {})`,
 * and asserts its calls. A test of a call that the server does not have scripts it with `noSuchCall`.
 */
const unexpected: unknown[][] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...values) => void unexpected.push(values));
});

afterEach(() => {
  const problems = unexpected.splice(0).map((values) => `console.error: ${values.map(String).join(' ')}`);
  for (const call of new Set(takeUnscriptedCalls())) problems.push(`The scripted API has no answer for ${call}`);
  if (problems.length > 0) throw new Error(`This test did not expect:\n${problems.join('\n')}`);
});
