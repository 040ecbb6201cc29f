import { run } from './processes.ts';

/** The commit at which this branch left `main`: the one on the remote if there is one, else the local one, else HEAD. */
export async function baseCommit(): Promise<string> {
  for (const branch of ['origin/main', 'main']) {
    const { code, output } = await run('git', ['merge-base', 'HEAD', branch], { output: 'capture' });
    if (code === 0) return output.trim();
  }
  return 'HEAD';
}
