import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { aRecord } from '@trimtab/testing';
import { scripts } from '@trimtab/testing/node';
import { afterEach, describe, expect, it } from 'vitest';
import { GroupDay } from '../../../services/rollups/group-day.ts';
import { createRecorder } from '../../../services/rollups/recorder.ts';
import { zeroGaps } from '../../../services/rollups/request-gaps.ts';
import { storedHistory } from '../../../services/rollups/stored-history.ts';
import { openSqliteStore } from './open.ts';

const folders: string[] = [];
function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-records-'));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const hourMs = 3_600_000;

describe('records in SQLite', () => {
  it('lose and duplicate no committed write after kill -9', async () => {
    const folder = aFolder();
    const child = spawn(process.execPath, [scripts.writeRecordsUntilKilled, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [acknowledged, rest] = [0, ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      acknowledged += lines.length;
      if (acknowledged >= 40) child.kill('SIGKILL');
    });
    const [code, signal] = await once(child, 'close');
    expect([code, signal]).toEqual([null, 'SIGKILL']);
    const store = await openSqliteStore(folder);
    const seen = new Map<number, number[]>();
    const window = { start: 0, end: (acknowledged + 24) * hourMs };
    const history = storedHistory(store.rollups, createRecorder(store));
    await history.figures(
      [aRecord({ name: 'a' }), aRecord({ name: 'b' })],
      window,
      (index, { requestedCpu }, hours) => {
        expect(hours).toBe(1);
        seen.set(index, [...(seen.get(index) ?? []), requestedCpu]);
      },
    );
    // Both targets of a batch are stored; at most one hour beyond the acknowledged ones is stored.
    expect(seen.get(0)).toEqual(seen.get(1));
    expect([acknowledged, acknowledged + 1]).toContain(seen.get(0)?.length);
    expect(seen.get(0)).toEqual(Array.from({ length: seen.get(0)?.length ?? 0 }, (_, hour) => hour));
    const sums = zeroGaps();
    let summed = 0;
    for (const { bytes } of await store.rollups.summaries({ from: 0, to: 99 })) {
      if (new GroupDay(bytes).read(1, sums)) summed += sums.hours;
    }
    expect(summed).toBe(seen.get(0)?.length);
    const done = (await store.jobs.list()).filter(({ state }) => state === 'completed');
    expect(done.length).toBeGreaterThanOrEqual(acknowledged);
    await store.close();
  });
});
