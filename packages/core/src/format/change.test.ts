import { describe, expect, it } from 'vitest';
import type { ChangeCheck, ChangeState } from '../api/schemas/changes.ts';
import {
  changedBy,
  changedValues,
  changeText,
  changeTitle,
  currentCheck,
  isUndoable,
  verificationText,
} from './change.ts';

type Container = ChangeState['containers'][number];
const container = (more: Partial<Container> = {}): Container => ({
  name: 'app',
  cpu_request: 0.5,
  cpu_limit: null,
  memory_request: 512 * 2 ** 20,
  memory_limit: 2 ** 30,
  image: 'registry.test:5000/shop/cart:1.4.2',
  ...more,
});
const state = (containers: readonly Container[], more: Partial<ChangeState> = {}): ChangeState => ({
  containers: [...containers],
  replicas: 3,
  min_replicas: null,
  max_replicas: null,
  ...more,
});
const requesting = (memory_request: number) => state([container({ memory_request })]);
const from = (before: ChangeState | null, after: ChangeState | null, event: 'resources' | 'suggestion' = 'resources') =>
  changeText({ event, before, after });

it('names an event, and keeps the text of one that only a later server knows', () => {
  expect(changeTitle({ event: 'unenrolled' })).toBe('Un-enrolled');
  for (const event of ['rightsized', 'constructor']) expect(changeTitle({ event })).toBe(event);
});

describe('the text of a change', () => {
  it('names only what differs, as a manifest has it', () => {
    const after = state([container({ cpu_request: 0.25, cpu_limit: 1, memory_limit: 500e6 })]);
    expect(from(state([container()]), after)).toBe(
      'CPU request 500m → 250m · CPU limit none → 1 · Memory limit 1Gi → 500M',
    );
  });

  it('prints bytes with a unit, unless that hides the difference', () => {
    expect(from(requesting(2 ** 30), requesting(1_610_612_737))).toBe('Memory request 1Gi → 1536Mi');
    expect(from(requesting(2 ** 30), requesting(2 ** 30 + 1))).toBe('Memory request 1Gi → 1073741825');
    expect(from(requesting(1_000_000_001), requesting(123_456_789))).toBe('Memory request 954Mi → 118Mi');
  });

  it('distinguishes a request of zero from none', () => {
    expect(from(state([container({ cpu_request: 0 })]), state([container({ cpu_request: null })]))).toBe(
      'CPU request 0 → none',
    );
  });

  it('names the container if there are several', () => {
    const proxy = container({ name: 'proxy' });
    expect(from(state([container(), proxy]), state([container(), { ...proxy, cpu_request: 1 }]))).toBe(
      'proxy: CPU request 500m → 1',
    );
  });

  it.each([
    ['registry.test:5000/shop/cart:1.4.3', 'Image 1.4.2 → 1.4.3'],
    ['registry.test:5000/shop/cart@sha256:ab', 'Image 1.4.2 → sha256:ab'],
    ['other/cart:1.4.2', 'Image registry.test:5000/shop/cart:1.4.2 → other/cart:1.4.2'],
  ])('shortens an image to its tag if the repository is the same: %s', (image, text) => {
    expect(from(state([container()]), state([container({ image })]))).toBe(text);
  });

  it('names replicas and their bounds', () => {
    const before = state([], { replicas: 2 });
    expect(from(before, state([], { replicas: null, min_replicas: 2, max_replicas: 8 }))).toBe(
      'Replicas 2 → none · Minimum replicas none → 2 · Maximum replicas none → 8',
    );
  });

  it('leaves out what a suggestion does not suggest, and rounds it as a patch does', () => {
    const suggested = container({ cpu_request: null, memory_request: 890_228_438.4, memory_limit: null, image: null });
    expect(from(state([container()]), state([suggested], { replicas: null }), 'suggestion')).toBe(
      'Memory request 512Mi → 849Mi',
    );
    expect(from(null, state([suggested], { replicas: null }), 'suggestion')).toBe('Memory request none → 849Mi');
    const settled = container({ ...suggested, memory_request: 500e6 });
    expect(from(state([container()]), state([settled], { replicas: null }), 'suggestion')).toBe(
      'Memory request 512Mi → 500M',
    );
  });

  it('gives the suggested limits and replicas alone, because those of before are not recorded', () => {
    const suggested = container({ cpu_limit: 2, memory_request: null, memory_limit: null, image: null });
    const before = state([container({ cpu_request: null, cpu_limit: null })], { replicas: null });
    expect(from(before, state([suggested], { replicas: 5 }), 'suggestion')).toBe(
      'CPU request none → 500m · CPU limit 2 · Replicas 5',
    );
  });

  it('is empty without a state of after', () => {
    expect(changedValues({ event: 'enrolled', before: null, after: null })).toEqual([]);
  });
});

it('names Trimtab, a person, or nobody', () => {
  expect(['trimtab', 'olga', null].map((by) => changedBy({ by }))).toEqual(['Trimtab', 'olga', null]);
});

it('can undo changes of resources and replicas whose states are known', () => {
  const known = state([]);
  expect(isUndoable({ event: 'replicas', before: known, after: known })).toBe(true);
  expect(isUndoable({ event: 'resources', before: null, after: known })).toBe(false);
  expect(isUndoable({ event: 'image', before: known, after: known })).toBe(false);
});

const check = (more: Partial<ChangeCheck>): ChangeCheck => ({
  state: 'pending',
  due: null,
  verdict: null,
  before: null,
  after: null,
  ...more,
});

describe('a verification', () => {
  const now = Date.parse('2026-11-20T20:00:00Z');

  it.each([
    ['2026-11-20T23:00:00Z', 'Pending, due today'],
    ['2026-11-21T03:00:00Z', 'Pending, due tomorrow'],
    ['2026-11-25T03:00:00Z', 'Pending, due in 5 days'],
    ['2026-11-20T19:00:00Z', 'Being verified'],
    [null, 'Being verified'],
  ])('that is due %s says so', (due, text) => expect(verificationText(check({ due }), now)).toBe(text));

  it('says what was found, or why nothing can be', () => {
    expect(verificationText(check({ state: 'done', sentence: 'No kills.' }), now)).toBe('No kills.');
    expect(verificationText(check({ state: 'impossible', reason: 'No samples.' }), now)).toBe('No samples.');
  });

  it('counts the week once it is done', () => {
    const [day, week] = [check({ state: 'done' }), check({ state: 'done' })];
    expect(currentCheck({ day, week }).after).toBe('week');
    expect(currentCheck({ day, week: check({}) }).after).toBe('day');
    expect(currentCheck({ day: check({ state: 'impossible' }), week: check({}) }).after).toBe('week');
    expect(currentCheck({ day: check({ state: 'impossible' }), week: check({ state: 'impossible' }) }).after).toBe(
      'day',
    );
  });
});
