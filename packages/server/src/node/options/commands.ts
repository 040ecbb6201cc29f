/** What the program does instead of serving, each with its line in the help. */
const commands = {
  migrate: 'Create or update the tables of the database, or say what would change.',
  'copy-store': 'Copy everything that is stored from SQLite into PostgreSQL or back.',
  'migrate-registry': 'Copy enrolled targets from the database of the server into the cluster.',
} as const;

export type CommandWord = keyof typeof commands;

const words = Object.keys(commands);

/** The list of the commands in the help of the server. */
export function commandHelp(program: string): string {
  const width = Math.max(...words.map((word) => word.length));
  const lines = Object.entries(commands).map(([word, text]) => `  ${program} ${word.padEnd(width)}  ${text}`);
  return ['Commands, each with its own --help:', ...lines].join('\n');
}

/** Why the first argument of the server is wrong. */
export const noCommand = (word: string): string =>
  `${JSON.stringify(word)} is no command. The commands are ${words.slice(0, -1).join(', ')} and ${words.at(-1)}; the server needs none. See --help.`;
