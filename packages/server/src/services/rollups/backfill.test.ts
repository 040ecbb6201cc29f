import { hourMs, targetKey } from '@trimtab/core';
import { aRecord } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { planBackfill } from './backfill.ts';

const [oldest, to] = [0, 1_000 * hourMs];

function plan(coveredFrom: number, coveredTo: number, exhausted: readonly string[] = []) {
  const target = aRecord();
  const { namespace, name } = target;
  const covered = { id: 1, namespace, name, coveredFrom, coveredTo };
  const { unseen, behind, shallow } = planBackfill([target], () => covered, {
    oldest,
    to,
    exhausted: new Set(exhausted),
  });
  return { unseen: unseen.length, behind: [...behind.keys()], shallow: [...shallow.keys()] };
}

describe('the plan of a backfill', () => {
  it('reads all hours of a target without records', () => {
    expect(planBackfill([aRecord()], () => undefined, { oldest, to, exhausted: new Set() }).unseen).toHaveLength(1);
  });

  it('does nothing for a complete target', () => {
    expect(plan(oldest, to)).toEqual({ unseen: 0, behind: [], shallow: [] });
  });

  it('continues a target at the end of its records', () => {
    expect(plan(oldest, to - hourMs)).toEqual({ unseen: 0, behind: [to - hourMs], shallow: [] });
  });

  it('reads older hours until the source has none', () => {
    expect(plan(hourMs, to)).toEqual({ unseen: 0, behind: [], shallow: [hourMs] });
    expect(plan(hourMs, to, [targetKey(aRecord())])).toEqual({ unseen: 0, behind: [], shallow: [] });
  });
});
