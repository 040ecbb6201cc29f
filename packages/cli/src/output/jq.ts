import { loadJq } from 'jq-wasm/inline';
import { UsageError } from '../failure.ts';
import { escapeUnsafe } from './sanitize.ts';

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A filter that does not end blocks the event loop. Without listeners, Ctrl-C ends the process at once. */
function withoutListeners<T>(work: () => T): T {
  const kept = endSignals.map((signal) => [signal, process.listeners(signal)] as const);
  for (const signal of endSignals) process.removeAllListeners(signal);
  try {
    return work();
  } finally {
    for (const [signal, listeners] of kept) for (const listener of listeners) process.on(signal, listener);
  }
}

/** Prints every result of a jq filter on its own line: a text without quotes, anything else as JSON, like `jq -rc`. */
export async function applyFilter(filter: string, data: unknown): Promise<string> {
  const jq = await loadJq();
  try {
    return withoutListeners(() => jq.json(JSON.stringify(data), filter))
      .map((result) => `${typeof result === 'string' ? result : escapeUnsafe(JSON.stringify(result))}\n`)
      .join('');
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    // jq's message names a file that does not exist here.
    const problem = reason.replace(/^(?:jq: )?error(?: \(at [^)]*\))?: /, '').replace(' at <top-level>', '');
    throw new UsageError(`The filter of --jq failed: ${problem.replace(/[:.]?$/, '.')}`, 'See jqlang.org/manual.');
  }
}
