import { ApiError, createLimiter, type TargetName } from '@trimtab/core';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, type Failure } from '../failure.ts';
import { limitLine } from '../http/waiting.ts';
import { present } from '../output/present.ts';
import { column } from '../output/table.ts';
import type { View } from '../output/view.ts';
import { describeFailure } from '../report.ts';
import { targetTitle } from '../target-title.ts';

/** The number of targets that are read in parallel. It is fast and still a small load for the server. */
const maxParallel = 6;
/** The longest time that one of several targets waits for a rate limit. */
const maxLimitedMs = 300_000;

/**
 * Repeats work that the server has refused because of a rate limit, after the wait that it names. The client repeats only
 * reads, but a refused write has changed nothing either.
 */
function repeatAfterLimits({ clock, signal, http }: Context) {
  const showWait = http.waiting === undefined ? null : limitLine(http.waiting);
  let waits = 0;

  const sleep = async (waitMs: number) => {
    waits += 1;
    showWait?.(waitMs);
    try {
      await clock.sleep(waitMs, signal);
    } finally {
      waits -= 1;
      if (waits === 0) showWait?.(null);
    }
  };

  return async <T>(work: () => Promise<T>): Promise<T> => {
    const until = clock.elapsedMs() + maxLimitedMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const waitMs = error instanceof ApiError && error.status === 429 ? error.retryAfterMs : null;
        if (waitMs === null || clock.elapsedMs() + waitMs > until) throw error;
        await sleep(waitMs);
      }
    }
  };
}

/** Returns the text that a terminal shows for a count such as "3 of 12". */
type ProgressLine = (count: string) => string;

/** Counts on the terminal how many of several targets are done. */
function countDone({ http, stderr }: Context, line: ProgressLine | undefined, all: number) {
  if (line === undefined || all === 1 || http.waiting === undefined) return null;
  let count = 0;
  const show = () => stderr.progress(`${line(`${count} of ${all}`)} …`);
  return {
    begin: show,
    next: () => {
      count += 1;
      return show();
    },
    end: () => stderr.progress(null),
  };
}

/**
 * Works on several targets or namespaces. A failure of one does not stop the others, and a rate limit delays them. Throws if
 * all fail. `repeatable` are those that failed because of the server and not because of their names or a missing permission.
 */
export async function forEachTarget<T, Target>(
  context: Context,
  targets: readonly Target[],
  work: (target: Target) => Promise<T>,
  progressLine?: ProgressLine,
) {
  const { api, signal } = context;
  const isOne = targets.length === 1;
  const afterLimits = repeatAfterLimits(context);
  const progress = countDone(context, progressLine, targets.length);
  const once = async (target: Target): Promise<T> => {
    if (isOne) return work(target);
    const value = await afterLimits(() => work(target));
    await progress?.next();
    return value;
  };
  const done: { target: Target; value: T }[] = [];
  const failures: Failure[] = [];
  const repeatable: Target[] = [];
  const limiter = createLimiter(maxParallel);
  await progress?.begin();
  const attempts = await Promise.allSettled(targets.map((target) => limiter(() => once(target), { signal })));
  await progress?.end();
  for (const [index, target] of targets.entries()) {
    const attempt = attempts[index];
    if (attempt?.status === 'fulfilled') done.push({ target, value: attempt.value });
    else if (isOne || signal.aborted) throw attempt?.reason;
    else {
      const failure = describeFailure(attempt?.reason, api);
      failures.push(failure);
      if (failure.exitCode === exitCode.api) repeatable.push(target);
    }
  }
  const messages = [...new Set(failures.map(({ message }) => message))].join(' ');
  const [first] = failures;
  if (done.length === 0 && first !== undefined) throw new CliError(messages, first.exitCode, first.next);
  const next = [...new Set(failures.flatMap((failure) => failure.next ?? []))].join(' ') || undefined;
  return { done, incomplete: messages === '' ? null : messages, next, repeatable };
}

/** Prints the views of targets. Of several targets, each row begins with the name, and the data are items. */
export async function presentEach<Row extends object, Target extends TargetName>(
  context: Context,
  targets: readonly Target[],
  viewOf: (target: Target) => Promise<View<Row>>,
): Promise<void> {
  const { done, incomplete, next } = await forEachTarget(context, targets, viewOf);
  const views = done.map(({ value }) => value);
  const [first] = views;
  const [only] = targets;
  if (only !== undefined && first !== undefined && targets.length === 1)
    return present(context, { nameOf: () => only.name, ...first });
  const joined = (of: (view: View<Row>) => readonly string[] | undefined) => [
    ...new Set(views.flatMap((view) => of(view) ?? [])),
  ];
  const problems = [
    ...joined(({ incomplete: problem }) => (problem == null ? [] : [problem])),
    incomplete ?? [],
  ].flat();
  await present<Row & { target: string }>(context, {
    data: { items: done.map(({ target, value }) => ({ ...target, ...Object(value.data) })) },
    rows: done.flatMap(({ target, value }) => value.rows.map((row) => ({ ...row, target: targetTitle(target) }))),
    columns: [column('target', 'TARGET', ({ target }) => target), ...(first?.columns ?? [])],
    ...(first?.blocks === undefined ? {} : { blocks: () => views.flatMap(({ blocks }) => blocks?.() ?? []) }),
    nameOf: ({ target }) => target,
    empty: joined(({ empty }) => (empty === undefined ? [] : [empty])).join(' '),
    notes: joined(({ notes }) => notes),
    blockNotes: joined(({ blockNotes }) => blockNotes),
    lacks: joined(({ lacks }) => lacks),
    incomplete: problems.length === 0 ? null : problems.join(' '),
    next,
  });
}
