import { render } from 'ink';
import type { Terminal } from '../../context.ts';
import { initialView, type ViewState } from './keys.ts';
import { Watch, type WatchSource } from './Watch.tsx';

/** How the view was left. */
type End = { kind: 'quit' } | { kind: 'interrupted' } | { kind: 'suspended'; view: ViewState };

/** Shows the view on the alternate screen until the user leaves it. ink restores the terminal at any exit. */
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

/** A short timer fires only after the stopped process was resumed. */
const afterStopMs = 50;

/**
 * Stops the whole process group, as a terminal does for Ctrl-Z, because the shell waits for the group and not only for
 * this process. The signal has no effect without a shell with job control.
 */
async function stop(): Promise<void> {
  if (process.platform === 'win32') return;
  process.kill(0, 'SIGTSTP');
  await new Promise((resolve) => {
    setTimeout(resolve, afterStopMs);
  });
}

/** Shows the live view; Ctrl-Z suspends it until `fg`. Resolves to true if it was interrupted. */
export async function watch(source: WatchSource, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  let end = await show(source, terminal, signal, initialView);
  while (end.kind === 'suspended') {
    await stop();
    end = await show(source, terminal, signal, end.view);
  }
  return end.kind === 'interrupted';
}
