/** Where a program is, or why it is not there and what a person can type to put it there. */
export type Provision = { path: string } | { path: null; problem: string };

export function missing(program: string, why: string, command: string, output = ''): Provision {
  const lastLine = output.trim().split('\n').at(-1);
  const detail = lastLine ? ` (${lastLine})` : '';
  return { path: null, problem: `${program}: ${why}${detail}. To get it: ${command}` };
}
