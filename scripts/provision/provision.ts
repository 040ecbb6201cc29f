/** Where a program is, or why it is missing and which command installs it. */
export type Provision = { path: string } | { path: null; problem: string };

export function missing(program: string, why: string, command: string, output = ''): Provision {
  const lastLine = output.trim().split('\n').at(-1);
  const detail = lastLine ? ` (${lastLine})` : '';
  return { path: null, problem: `${program}: ${why}${detail}. To install it: ${command}` };
}
