import process from 'node:process';

/** Prints one line of a result. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
