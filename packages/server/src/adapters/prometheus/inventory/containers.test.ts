import { expect, it } from 'vitest';
import { containersByPod } from './containers.ts';

it('requests are handled while containers are joined', async () => {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await containersByPod({ infos: [], sidecars: [], requests: [], limits: [], burstable: [] });
  isDone = true;
  expect(turns).toBeGreaterThan(2);
});
