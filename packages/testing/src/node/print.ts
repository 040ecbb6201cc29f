import process from 'node:process';

/** Prints a line, and returns when it has been written. Output that is still buffered is lost when the process is killed. */
export const printLine = (line: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve())));
