import type { AppDeps, StateStore, TargetState } from '../../ports/index.ts';
import { createTurns } from '../event-loop/time-slices.ts';
import { decodeState, encodeState } from './state-codec.ts';
import type { TargetMemory } from './target-usage.ts';

export type Keeper = {
  /** What is kept of the enrolled; what is kept of others is removed. */
  load(namespace: string, enrolled: ReadonlySet<string>): Promise<readonly TargetMemory[]>;
  keep(memories: Iterable<TargetMemory>): Promise<void>;
};

/** A write holds up the process for as long as the disk takes: 16 states are about a megabyte. */
const statesAtOnce = 16;

/** Reading and writing of states, whose loss costs a long question and nothing else: failures are logged, not thrown. */
export function createKeeper(states: StateStore, logger: AppDeps['logger']): Keeper {
  const decoded = (state: TargetState): TargetMemory | null => {
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
        const turn = createTurns();
        const memories: TargetMemory[] = [];
        for (const state of await states.inNamespace(namespace)) {
          await turn();
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
    async keep(memories) {
      try {
        const turn = createTurns();
        let next: TargetState[] = [];
        for (const memory of memories) {
          next.push(encodeState(memory));
          await turn();
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
