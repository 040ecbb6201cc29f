import { describe, expect, it } from 'vitest';
import { decodeBlock, emptyBlock, encodeBlock, readHour, setHour } from './hourly-block.ts';
import { columns, emptyFigures, type HourlyFigures } from './hourly-figures.ts';

const figures = (changes: Partial<HourlyFigures> = {}): HourlyFigures => ({
  ...emptyFigures(),
  replicas: 3,
  requestedCpu: 1.1,
  requestedMemory: 3 * 2 ** 30,
  usedCpu: 0.123456789,
  usedMemory: 1e9,
  advisedPodCpu: 0.25,
  vertical: true,
  ...changes,
});

function hourOf(block: ReturnType<typeof decodeBlock>, hour: number) {
  const draft = emptyFigures();
  return block !== null && readHour(block, hour, draft) ? draft : null;
}

describe('the hours of a target on one day', () => {
  it('survive encoding and decoding, usage to seven digits', () => {
    const block = emptyBlock();
    setHour(block, 0, figures({ autonomous: true, horizontal: true }));
    setHour(block, 7, figures({ requestedCpu: 0, usedCpu: 1 / 3, advisedReplicas: 2 }));
    setHour(block, 22, figures({ bins: 1 }));
    setHour(block, 23, figures());
    const back = decodeBlock(encodeBlock(block));
    const { usedCpu, ...exact } = figures({ autonomous: true, horizontal: true });
    expect(hourOf(back, 0)).toMatchObject(exact);
    expect(hourOf(back, 0)?.usedCpu).toBeCloseTo(usedCpu, 7);
    expect(hourOf(back, 7)).toMatchObject({ requestedCpu: 0, advisedReplicas: 2, autonomous: false, vertical: true });
    expect(hourOf(back, 7)?.advisedPodMemory).toBeNaN();
    expect(hourOf(back, 23)?.requestedCpu).toBe(1.1);
    expect([7, 22].map((hour) => hourOf(back, hour)?.bins)).toEqual([12, 1]);
    expect(hourOf(back, 22)).toMatchObject({ autonomous: false, horizontal: false, vertical: true });
    expect(hourOf(back, 1)).toBeNull();
  });

  it('can be read without the columns that are not wanted', () => {
    const block = emptyBlock();
    setHour(block, 0, figures({ beforeCpu: 7, advisedReplicas: 3 }));
    setHour(block, 1, figures({ usedCpu: 2, usedMemory: 3e9, requestedCpu: 4, beforeCpu: 8, advisedReplicas: 3 }));
    const back = decodeBlock(encodeBlock(block), emptyBlock(['advisedReplicas', 'beforeCpu']));
    expect(hourOf(back, 0)).toEqual({ ...emptyFigures(), vertical: true, beforeCpu: 7, advisedReplicas: 3 });
    expect(hourOf(back, 1)).toEqual({ ...emptyFigures(), vertical: true, beforeCpu: 8, advisedReplicas: 3 });
  });

  it('take less than 300 bytes on an ordinary day', () => {
    const block = emptyBlock();
    for (let hour = 0; hour < 24; hour++) {
      setHour(block, hour, figures({ usedCpu: hour / 7, usedMemory: 1e9 + hour, beforeCpu: 4, nodeCpuCores: 4 }));
    }
    expect(encodeBlock(block).byteLength).toBeLessThan(300);
  });

  it('are gaps when the bytes are truncated, empty or of another version', () => {
    const bytes = encodeBlock(
      [1, 2].reduce((block, hour) => {
        setHour(block, hour, figures({ requestedCpu: hour }));
        return block;
      }, emptyBlock()),
    );
    expect(decodeBlock(bytes)).not.toBeNull();
    expect(decodeBlock(bytes.slice(0, -1))).toBeNull();
    expect(decodeBlock(new Uint8Array(0))).toBeNull();
    expect(decodeBlock(Uint8Array.from([9, ...bytes.slice(1)]))).toBeNull();
  });

  it('include every column', () => {
    expect([...emptyBlock().values.keys()]).toEqual([...columns]);
  });
});
