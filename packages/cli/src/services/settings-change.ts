import { join } from 'node:path';
import { withLock } from '../config/lock.ts';
import { makeFolder } from '../config/private-file.ts';
import type { ContextFile, SettingKey, Settings } from '../config/setting-keys.ts';
import { readContexts, writeContexts } from '../config/settings-file.ts';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';

/** Changes the configuration file, under a lock against other processes. */
export async function changeContexts(context: Context, change: (file: ContextFile) => ContextFile): Promise<void> {
  const { directory } = context.configuration;
  if (directory === null) {
    throw new CliError(
      'There is no home folder to store settings in.',
      exitCode.usage,
      'Set TRIMTAB_CONFIG_DIR to a folder.',
    );
  }
  makeFolder(directory);
  await withLock(join(directory, 'config.lock'), context, async () =>
    writeContexts(directory, change(readContexts(directory))),
  );
}

/** The context for a setting if no context is in use. */
const firstContext = 'default';

/** Sets a setting of the context in use, or removes it if the value is null. Returns the name of the context. */
export async function changeSetting(context: Context, key: SettingKey, value: string | null): Promise<string> {
  let changed = firstContext;
  await changeContexts(context, ({ current, contexts }) => {
    const name = context.configuration.name ?? current ?? firstContext;
    changed = name;
    const settings: Settings = contexts.get(name) ?? new Map();
    const others = [...settings].filter(([each]) => each !== key);
    const updated = new Map(value === null ? others : [...others, [key, value] as const]);
    return { current: current ?? name, contexts: new Map([...contexts, [name, updated] as const]) };
  });
  return changed;
}
