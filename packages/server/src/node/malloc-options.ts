import process from 'node:process';

/**
 * With one arena and fixed thresholds, the C library glibc returns freed memory to the system. Otherwise each thread keeps some,
 * and a large block that is freed once raises the thresholds for all. packages/server/README.md has figures.
 */
export const mallocOptions = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Replaces this program by itself with these options, in the same process, because glibc reads them only at the start. Does
 * nothing if the environment already has one of them, on other systems, and in a child process that talks to its parent.
 */
export function applyMallocOptions(self = process): void {
  const { platform, env, channel, execPath, execArgv, argv } = self;
  if (platform !== 'linux' || channel !== undefined) return;
  if (Object.keys(mallocOptions).some((name) => env[name] !== undefined)) return;
  self.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...mallocOptions });
}
