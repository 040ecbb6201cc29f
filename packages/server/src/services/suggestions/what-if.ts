import { defaultNodeSettings, type WhatIf } from '@trimtab/core';
import { type AppDeps, DomainError, fromSource, type TargetRecord, type Window } from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import { type WhatIfQuestion, whatIf } from '../../recommender/what-if.ts';
import { busiestDay, forecastLoad, type Load, pastLoad } from '../../recommender/what-if-load.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { inTurn } from '../event-loop/in-turn.ts';
import type { Sources } from '../sources/sources.ts';
import { currentReplicas, runsNothing } from '../targets/spec-view.ts';
import { ringBins, type TargetUsage } from '../usage-history/target-usage.ts';
import type { Evaluation } from './evaluation.ts';
import { serverWorkload } from './server-workloads.ts';
import type { Suggestions } from './suggestions.ts';

/** The load, its scale, and the requests and replicas to simulate. */
export type WhatIfAsked = Pick<WhatIf, 'scale' | 'assume'> & { readonly load: Window | 'busiest_day' | 'forecast' };

type Dependencies = {
  readonly clock: AppDeps['clock'];
  readonly stored: () => Promise<StoredState>;
  readonly sources: Pick<Sources, 'workloads'>;
  readonly suggestions: Pick<Suggestions, 'current'>;
};

/** Computes what a target would need under a scaled load: of the two weeks in memory, or of the forecast. */
export function createWhatIf({ clock, stored, sources, suggestions }: Dependencies) {
  return async (record: TargetRecord, asked: WhatIfAsked, signal: AbortSignal): Promise<WhatIf> => {
    if (typeof asked.load === 'object') requireInHistory(asked.load, clock.now());
    const workload = await serverWorkload(sources, record, signal);
    const { evaluation, usage } = await fromSource('metrics', suggestions.current(record, workload));
    if (usage === null || runsNothing(workload)) throw noLoad(evaluation);
    const suggested = asked.assume === 'suggested' ? suggestedOf(evaluation) : null;
    const load = await inTurn(() => loadOf(usage, asked.load));
    const { settings } = await stored();
    const { namespace, name } = record;
    return {
      namespace,
      name,
      created: new Date(clock.now()).toISOString(),
      load: typeof asked.load === 'object' ? 'window' : asked.load,
      scale: asked.scale,
      assume: asked.assume,
      ...whatIf({
        load,
        scale: asked.scale,
        workload,
        currentReplicas: currentReplicas(workload),
        suggested,
        settings: settings ?? defaultNodeSettings,
      }),
    };
  };
}

const historyMs = ringBins * binMs;

function requireInHistory({ start, end }: Window, now: number): void {
  if (start < now - historyMs) {
    throw new DomainError('invalid', 'Parameter start must be within the last 14 days: older samples are not kept.');
  }
  if (end > now) throw new DomainError('invalid', 'Parameter end must not be in the future.');
  if (Math.floor(end / binMs) <= Math.ceil(start / binMs)) {
    throw new DomainError(
      'invalid',
      'The window must contain at least one whole five minutes, such as 12:00 to 12:05.',
    );
  }
}

function noLoad(evaluation: Evaluation): DomainError {
  return new DomainError(
    'conflict',
    evaluation.kind === 'none' ? evaluation.reason : 'The samples of this target cannot be read now.',
  );
}

function suggestedOf(evaluation: Evaluation): WhatIfQuestion['suggested'] {
  if (evaluation.kind === 'none') throw new DomainError('conflict', evaluation.reason);
  const { sized, replicas } = evaluation.recommendation;
  return { sized, replicas };
}

function loadOf(usage: TargetUsage, asked: WhatIfAsked['load']): Load {
  const history = usage.history();
  if (asked === 'forecast') {
    const ahead = forecastLoad(history);
    if (ahead !== null) return ahead;
    throw new DomainError('conflict', 'There are too few samples yet for a forecast of the next 24 hours.');
  }
  const window = asked === 'busiest_day' ? busiestDay(history) : withinHistory(asked, history.start, usage.end * binMs);
  const load = window === null ? null : pastLoad(history, window);
  if (load === null || (load.total.cpu.every(Number.isNaN) && load.total.memory.every(Number.isNaN))) {
    throw new DomainError('conflict', 'There are no samples of this target in the window.');
  }
  return load;
}

/** The whole bins of a window that are in memory; null if there are none. The last minutes may not be read yet. */
function withinHistory({ start, end }: Window, oldest: number, newest: number): Window | null {
  const from = Math.max(Math.ceil(start / binMs) * binMs, oldest);
  const to = Math.min(Math.floor(end / binMs) * binMs, newest);
  return from < to ? { start: from, end: to } : null;
}
