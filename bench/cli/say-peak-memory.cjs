// Preloaded into a measured process: at its end it says its largest resident size, in KiB, on descriptor 3. Not by
// resourceUsage(): its maxRSS counts the parent too, whose memory a process shares until it is its own.
const { readFileSync, writeSync } = require('node:fs');
process.on('exit', () =>
  writeSync(3, /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''),
);
