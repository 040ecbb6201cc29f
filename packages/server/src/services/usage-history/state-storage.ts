import type { Hold, Logger, StateStore, TargetState } from '../../ports/index.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import { decodeState, encodeState } from './state-codec.ts';
import type { TargetUsage } from './target-usage.ts';

/** A write blocks the process while the disk is busy. 16 states have about a megabyte. */
const statesPerWrite = 16;

export type StateStorage = ReturnType<typeof createStateStorage>;

/** Loads and saves usage. A lost state only costs one long query, so failures are logged instead of thrown. */
export function createStateStorage(states: StateStore, logger: Logger) {
  const decode = (state: TargetState): TargetUsage | null => {
    const usage = decodeState(state);
    if (usage === null) {
      const { namespace, name, version } = state;
      logger('warn', 'a stored state was damaged or of another version; usage is read again', {
        namespace,
        name,
        version,
      });
    }
    return usage;
  };
  return {
    /**
     * Reads the stored usage of the enrolled targets, and removes the states of other targets unless they may be enrolled.
     */
    async load(
      namespace: string,
      enrolled: ReadonlySet<string>,
      mayExist: (name: string) => boolean,
    ): Promise<readonly TargetUsage[]> {
      try {
        const yieldIfDue = createTimeSlices();
        const usages: TargetUsage[] = [];
        for (const state of await states.inNamespace(namespace)) {
          await yieldIfDue();
          const usage = enrolled.has(state.name) ? decode(state) : null;
          if (usage !== null) usages.push(usage);
          if (!enrolled.has(state.name) && !mayExist(state.name)) await states.remove(namespace, state.name);
        }
        return usages;
      } catch (error) {
        logger('warn', 'stored states could not be read; usage is read again', { namespace, error });
        return [];
      }
    },
    async save(usages: Iterable<TargetUsage>, hold: Hold): Promise<void> {
      try {
        const yieldIfDue = createTimeSlices();
        let batch: TargetState[] = [];
        for (const usage of usages) {
          batch.push(encodeState(usage));
          await yieldIfDue();
          if (batch.length < statesPerWrite) continue;
          await states.put(batch, hold);
          batch = [];
        }
        if (batch.length > 0) await states.put(batch, hold);
      } catch (error) {
        logger('warn', 'states could not be stored; usage will be read again after a restart', { error });
      }
    },
  };
}
