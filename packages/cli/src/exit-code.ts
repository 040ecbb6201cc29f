/** What a script reads from `$?`. Every number has one meaning, and help names them. */
export const exitCode = {
  ok: 0,
  /** Only `check`: a threshold was exceeded. */
  findings: 1,
  usage: 2,
  /** The API answered an error, or did not answer. */
  api: 3,
  /** Not signed in, or not allowed. */
  denied: 4,
  /** Some items failed, or a list is known to be incomplete. */
  partial: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

export const exitCodeMeaning: Record<ExitCode, string> = {
  0: 'done',
  1: 'check found something',
  2: 'wrong command line',
  3: 'API error or no answer',
  4: 'not signed in or not allowed',
  5: 'some items failed, or an incomplete list',
  130: 'interrupted',
};
