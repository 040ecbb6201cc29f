import { render } from 'ink';
import { initialView, type ViewState } from './keys.ts';
import type { Terminal } from './terminal.ts';
import { Watch, type WatchSource } from './Watch.tsx';

/** How the view was left. */
type End = { kind: 'quit' } | { kind: 'interrupted' } | { kind: 'suspended'; view: ViewState };

/** On the alternate screen until it is left; ink gives the terminal back on any end of the process. */
async function show(
  source: WatchSource,
  { stdin, stdout }: Terminal,
  signal: AbortSignal,
  initial: ViewState,
): Promise<End> {
  const outcome: { end: End } = { end: { kind: 'quit' } };
  const leave = (how: End) => {
    outcome.end = how;
    instance.unmount();
  };
  const interrupt = () => leave({ kind: 'interrupted' });
  const suspend = (view: ViewState) => leave({ kind: 'suspended', view });
  const instance = render(<Watch source={source} initial={initial} onInterrupt={interrupt} onSuspend={suspend} />, {
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
  signal.removeEventListener('abort', interrupt);
  return outcome.end;
}

/** Timers stand still while a process is stopped: this one is due when it goes on, or at once where nobody stopped it. */
const afterStopMs = 50;

/**
 * What Ctrl-Z does where the terminal does it: the whole job stops, for a shell that waits for it and not for us. The
 * system lets a job go on that has no shell to bring it back.
 */
async function stop(): Promise<void> {
  if (process.platform === 'win32') return;
  process.kill(0, 'SIGTSTP');
  await new Promise((resolve) => {
    setTimeout(resolve, afterStopMs);
  });
}

/** Shows the live view; Ctrl-Z gives the terminal back until `fg`. Answers whether it was interrupted. */
export async function watch(source: WatchSource, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  let end = await show(source, terminal, signal, initialView);
  while (end.kind === 'suspended') {
    await stop();
    end = await show(source, terminal, signal, end.view);
  }
  return end.kind === 'interrupted';
}
