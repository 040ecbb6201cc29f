import { loadJq } from 'jq-wasm/inline';
import { UsageError } from '../failure.ts';
import { escapeUnsafe } from './sanitize.ts';

/** Prints every result of a jq filter on its own line: a text without quotes, anything else as JSON, like `jq -rc`. */
export async function applyFilter(filter: string, data: unknown): Promise<string> {
  const jq = await loadJq();
  try {
    return jq
      .json(JSON.stringify(data), filter)
      .map((result) => `${typeof result === 'string' ? result : escapeUnsafe(JSON.stringify(result))}\n`)
      .join('');
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    // jq's message names a file that does not exist here.
    const problem = reason.replace(/^(?:jq: )?error(?: \(at [^)]*\))?: /, '').replace(' at <top-level>', '');
    throw new UsageError(`The filter of --jq failed: ${problem.replace(/[:.]?$/, '.')}`, 'See jqlang.org/manual.');
  }
}
