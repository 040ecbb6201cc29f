import { render } from 'ink';
import { Watch, type WatchSource } from './Watch.tsx';

/** The terminal itself, not a writer: the view moves the cursor and reads keys. */
export interface Terminal {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
}

/**
 * Shows the live view on the alternate screen until it is left; ink gives the terminal back on any end of the process.
 * Answers whether it was interrupted.
 */
export async function watch(source: WatchSource, { stdin, stdout }: Terminal, signal: AbortSignal): Promise<boolean> {
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    instance.unmount();
  };
  const instance = render(<Watch source={source} onInterrupt={interrupt} />, {
    stdin,
    stdout,
    alternateScreen: true,
    incrementalRendering: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  signal.addEventListener('abort', interrupt, { once: true });
  await instance.waitUntilExit();
  return isInterrupted;
}
