import type { PodLogLine } from '@trimtab/core';
import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { logsPermission, mayReadLogs } from '../ports/index.ts';
import type { Services } from '../services/services.ts';
import { streamOf } from '../stream-of.ts';

export function podLogCalls({ targets, podLogs }: Pick<Services, 'targets' | 'podLogs'>): Calls {
  return {
    'extensions.logs': async ({ part, query, principal, checkNames, signal }) => {
      if (!mayReadLogs(principal)) {
        const sentence = `The logs of pods need the permission ${logsPermission}. Ask the operator of this server.`;
        throw new HttpError(403, sentence);
      }
      const [pod, container] = [query.text('pod') ?? '', query.text('container')];
      checkNames([{ name: pod }, ...(container === null ? [] : [{ name: container }])], 'query');
      const since = query.whole('since', { minimum: 1, maximum: 31_536_000, fallback: 0 });
      const sinceTime = query.instant('sinceTime');
      if (since !== 0 && sinceTime !== null) throw new HttpError(400, 'Give since or sinceTime, not both.');
      const asked = {
        pod,
        container,
        previous: query.flag('previous') ?? false,
        follow: query.flag('follow') ?? false,
        tail: query.whole('tail', { minimum: 0, maximum: 10_000, fallback: 500 }),
        sinceSeconds: since === 0 ? null : since,
        sinceTime: sinceTime === null ? null : `${new Date(sinceTime).toISOString().slice(0, 19)}Z`,
      };
      if (asked.previous && asked.follow)
        throw new HttpError(400, 'A previous container has ended. Give previous or follow, not both.');
      const record = await targets.record(part('namespace'), part('name'));
      const { groups, leave } = await podLogs.open(record, asked, signal);
      return new Response(streamOf(linesOf(groups, leave), leave), {
        headers: { 'content-type': 'application/x-ndjson' },
      });
    },
  };
}

/** Each line of a group as JSON, and an empty line for an empty group. */
async function* linesOf(groups: AsyncIterable<readonly PodLogLine[]>, leave: () => void) {
  const encoder = new TextEncoder();
  for await (const lines of groups) yield encoder.encode(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  leave();
}
