import { preflightRequestSchema } from '@trimtab/core';
import * as z from 'zod/mini';
import { readBody, readOptionalBody } from '../http/body.ts';
import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import type { Query } from '../http/query.ts';
import type { ChangesOf, Page } from '../ports/index.ts';
import { withNotes } from '../services/enrollment/preflight.ts';
import type { Services } from '../services/services.ts';

const maximumCandidates = 5_000;
/** An empty list is rejected, so that "none" is never read as "all". */
const workloadNames = z.array(z.string()).check(z.minLength(1), z.maxLength(10_000));
const enrollBody = z.strictObject({ workloads: z.optional(workloadNames) });

export function enrollmentCalls({ enrollment, preflight, changes, store }: Services): Calls {
  return {
    'targets.candidates': async ({ request, query, part, checkNames, principal, context, signal }) => {
      const namespace = part('namespace');
      // Only the literal `false` enrolls (docs/faults.md#dry-run-parsed-strictly).
      const isPreview = query.flag('dryrun') !== false;
      const page = candidatePage(query);
      const body = await readOptionalBody(request, enrollBody);
      const names = body?.workloads === undefined ? null : [...new Set(body.workloads)];
      checkNames((names ?? []).map((name) => ({ name })));
      if (isPreview) return enrollment.preview(namespace, names, page, context);
      if (page.limit !== maximumCandidates || page.offset !== 0) {
        throw new HttpError(
          400,
          'Parameters limit and offset are for the preview only. To enroll some workloads, name them in the body.',
        );
      }
      const changesOf: ChangesOf = (created) => changes.ofCaller('enrolled', created, principal);
      const answer = await enrollment.enroll(namespace, names, changesOf, signal);
      const created = answer.items.filter(({ result }) => result === 'created');
      const targets = created.map(({ target_ref }) => ({ namespace, ...target_ref }));
      await changes.record('enrolled', targets, principal, { isStored: store.targets.recordsChanges === true });
      return answer;
    },
    'targets.preflight': async ({ request, checkNames, context }) => {
      const { scaleTargetRef } = await readBody(request, preflightRequestSchema);
      checkNames([scaleTargetRef]);
      const { namespace, kind, name } = scaleTargetRef;
      const { reasons, notes } = await preflight.workload({ namespace, kind, name }, context);
      return { eligible: reasons.length === 0, reasons, ...withNotes(notes) };
    },
    'views.preflight': async ({ part, context, signal }) => {
      const namespace = part('namespace');
      return preflight.candidates(namespace, await enrollment.open(namespace, signal), context);
    },
  };
}

/** A limit of -1 means the server's maximum (docs/faults.md#limit-of-minus-one). */
function candidatePage(query: Query): Page {
  const offset = query.whole('offset', { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, fallback: 0 });
  if (query.text('limit') === '-1') return { limit: maximumCandidates, offset };
  return {
    limit: query.whole('limit', { minimum: 1, maximum: maximumCandidates, fallback: maximumCandidates }),
    offset,
  };
}
