import type { AppDeps, StateStore, TargetState } from '../../ports/index.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import { decodeState, encodeState } from './state-codec.ts';
import type { TargetUsage } from './target-usage.ts';

export type StateStorage = {
  /** What is kept of the enrolled; what is kept of others is removed. */
  load(namespace: string, enrolled: ReadonlySet<string>): Promise<readonly TargetUsage[]>;
  save(memories: Iterable<TargetUsage>): Promise<void>;
};

/** A write holds up the process for as long as the disk takes: 16 states are about a megabyte. */
const statesAtOnce = 16;

/** Reading and writing of states, whose loss costs a long question and nothing else: failures are logged, not thrown. */
export function createStateStorage(states: StateStore, logger: AppDeps['logger']): StateStorage {
  const decoded = (state: TargetState): TargetUsage | null => {
    const memory = decodeState(state);
    if (memory === null) {
      const { namespace, name, version } = state;
      logger('warn', 'a kept state was damaged or of another version; it is made anew', { namespace, name, version });
    }
    return memory;
  };
  return {
    async load(namespace, enrolled) {
      try {
        const yieldIfDue = createTimeSlices();
        const memories: TargetUsage[] = [];
        for (const state of await states.inNamespace(namespace)) {
          await yieldIfDue();
          const memory = enrolled.has(state.name) ? decoded(state) : null;
          if (memory !== null) memories.push(memory);
          if (!enrolled.has(state.name)) await states.remove(namespace, state.name);
        }
        return memories;
      } catch (error) {
        logger('warn', 'kept states could not be read; they are made anew', { namespace, error });
        return [];
      }
    },
    async save(memories) {
      try {
        const yieldIfDue = createTimeSlices();
        let next: TargetState[] = [];
        for (const memory of memories) {
          next.push(encodeState(memory));
          await yieldIfDue();
          if (next.length < statesAtOnce) continue;
          await states.put(next);
          next = [];
        }
        if (next.length > 0) await states.put(next);
      } catch (error) {
        logger('warn', 'states could not be kept; after a restart they will be made anew', { error });
      }
    },
  };
}
