import process from 'node:process';

/** One line of a bench's answer. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
