/** The exit codes of all commands. Help lists them. */
export const exitCode = {
  ok: 0,
  /** Only from `check` and `propose --check`: a threshold was exceeded. */
  findings: 1,
  usage: 2,
  /** The API returned an error or did not answer. */
  api: 3,
  /** Not signed in, or not allowed. */
  denied: 4,
  /** Some items failed, or a list is incomplete. */
  partial: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

export const exitCodeMeaning: Record<ExitCode, string> = {
  0: 'done',
  1: 'findings',
  2: 'wrong command line',
  3: 'API error or no response',
  4: 'not signed in or not allowed',
  5: 'partly failed or incomplete',
  130: 'interrupted',
};
