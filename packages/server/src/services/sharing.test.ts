import { describe, expect, it } from 'vitest';
import { aClient } from '../testing/client.ts';
import { aGate } from '../testing/gate.ts';
import { aUsage, aWorkload, aWorld } from '../testing/ports.ts';
import { aRecord } from '../testing/records.ts';

const world = () => {
  const small = aWorld([aRecord()]);
  small.workloads.push(aWorkload());
  small.usages.push(aUsage(0.7, 0.7));
  return small;
};

describe('questions to the sources', () => {
  it('are asked once for all pages that are open', async () => {
    const small = world();
    const client = aClient(small);
    await Promise.all([
      client.get('/v1/views/kpis'),
      client.get('/v1/views/namespaces/shop/kpis'),
      client.get('/v1/views/namespaces/shop/asts'),
    ]);
    expect(small.asked).toEqual({ cluster: 1, metrics: 1 });
    small.now += 60_000;
    await client.get('/v1/views/kpis');
    expect(small.asked).toEqual({ cluster: 2, metrics: 2 });
  });

  it('are ended when the client goes', async () => {
    const small = world();
    const gate = aGate();
    small.gate = gate.opened;
    const leaving = new AbortController();
    const asking = aClient(small).send(new Request('http://api.test/v1/views/kpis', { signal: leaving.signal }));
    while (small.signals.length < 2) await Promise.resolve();
    leaving.abort();
    await asking;
    expect(small.signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    gate.open();
  });
});
