import { createLimiter, type TargetName } from '@trimtab/core';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, type Failure } from '../failure.ts';
import { present } from '../output/present.ts';
import { column } from '../output/table.ts';
import type { View } from '../output/view.ts';
import { describeFailure } from '../report.ts';
import { targetTitle } from '../target-title.ts';

/** The number of targets that are read in parallel. It is fast and still a small load for the server. */
const maxParallel = 6;

/**
 * Works on several targets or namespaces. A failure of one does not stop the others. Throws if all fail. `repeatable` are
 * those that failed because of the server and not because of their names or a missing permission.
 */
export async function forEachTarget<T, Target>(
  { api, signal }: Context,
  targets: readonly Target[],
  work: (target: Target) => Promise<T>,
) {
  const done: { target: Target; value: T }[] = [];
  const failures: Failure[] = [];
  const repeatable: Target[] = [];
  const limiter = createLimiter(maxParallel);
  const attempts = await Promise.allSettled(targets.map((target) => limiter(() => work(target), { signal })));
  for (const [index, target] of targets.entries()) {
    const attempt = attempts[index];
    if (attempt?.status === 'fulfilled') done.push({ target, value: attempt.value });
    else if (targets.length === 1 || signal.aborted) throw attempt?.reason;
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
