// Loaded into the measured process with --require. At exit it writes the peak resident memory of the process in KiB to
// file descriptor 3. It reads /proc, because maxRSS of resourceUsage() includes the memory of the parent before the
// program was started.
const { readFileSync, writeSync } = require('node:fs');
process.on('exit', () =>
  writeSync(3, /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''),
);
