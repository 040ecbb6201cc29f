import type { Suggestion } from '@trimtab/core';
import { describe, expect, it, test } from 'vitest';
import { suggestion } from '../testing/target-api.ts';
import { type ChosenRequest, printChosen, readChosen, withChosen } from './chosen-request.ts';

const chosen: ChosenRequest = { container: 'app', resource: 'cpu', request: 0.82 };

test('a choice is read from the text that it is printed as', () => {
  expect(printChosen(chosen)).toBe('app/cpu/0.82');
  expect(readChosen('app/cpu/0.82')).toEqual(chosen);
});

test.each([null, '', 'app', 'app/cpu', '/cpu/1', 'app/disk/1', 'app/cpu/0', 'app/cpu/-1', 'app/cpu/x', 'app/cpu/1/2'])(
  'the text %s names no request',
  (text) => {
    expect(readChosen(text)).toBeNull();
  },
);

const withLimit = (limit: number | string | null): Suggestion => ({
  ...suggestion,
  resourceRecommendations: [{ container: 'app', recommendations: [{ resource: 'cpu', value: '250m', limit }] }],
});
const limitAfter = (limit: number | string | null) =>
  withChosen(withLimit(limit), chosen).resourceRecommendations[0]?.recommendations[0]?.limit;

describe('withChosen', () => {
  it('replaces one request and leaves the others', () => {
    const { resourceRecommendations, ...rest } = withChosen(suggestion, chosen);
    expect(resourceRecommendations).toEqual([
      {
        container: 'app',
        recommendations: [
          { resource: 'cpu', value: 0.82 },
          { resource: 'memory', value: '1Gi' },
        ],
      },
    ]);
    const { resourceRecommendations: _, ...others } = suggestion;
    expect(rest).toEqual(others);
    expect(withChosen(suggestion, { ...chosen, container: 'other' })).toEqual(suggestion);
  });

  it('keeps a limit above the request, and lets one follow that equals the request or is below it', () => {
    expect(limitAfter(2)).toBe(2);
    expect(limitAfter('250m')).toBe(0.82);
    expect(limitAfter(0.5)).toBe(0.82);
    expect(limitAfter(null)).toBeNull();
  });
});
