import { once } from 'node:events';
import { isRecord } from '@trimtab/core';

/**
 * The bytes on the heap of each program after a forced collection. `log` contains what they print when they start with
 * `--inspect`. Addresses of programs that have ended are skipped.
 */
export async function collectedHeaps(log: string): Promise<readonly number[]> {
  const all = await Promise.all([...log.matchAll(/ws:\S+/g)].map(([address]) => collectedHeap(address)));
  return all.flatMap((bytes) => bytes ?? []);
}

async function collectedHeap(address: string): Promise<number | null> {
  const socket = new WebSocket(address);
  const isOpen = await Promise.race([once(socket, 'open').then(() => true), once(socket, 'error').then(() => false)]);
  if (!isOpen) return null;
  const call = async (method: string) => {
    socket.send(JSON.stringify({ id: 1, method }));
    const [{ data }] = await once(socket, 'message');
    const answer: unknown = JSON.parse(String(data));
    return isRecord(answer) && isRecord(answer['result']) ? answer['result'] : {};
  };
  // The second collection frees what finalizers of the first one have released.
  await call('HeapProfiler.collectGarbage');
  await call('HeapProfiler.collectGarbage');
  const { usedSize } = await call('Runtime.getHeapUsage');
  socket.close();
  return typeof usedSize === 'number' ? usedSize : null;
}
