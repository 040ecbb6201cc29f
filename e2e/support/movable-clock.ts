import process from 'node:process';

/** Loaded into a server before its own code: each SIGUSR2 moves its clock a minute ahead. Its timers stay the same. */
const now = Date.now;
let minutes = 0;
Date.now = () => now() + minutes * 60_000;
process.on('SIGUSR2', () => {
  minutes += 1;
});
