import { wrongInFailure, wrongInSuccess } from './answers.ts';
import { type ReadDocument, readDocument } from './document.ts';
import { enrollAgain, findKnown, type Known } from './known.ts';
import { type Mount, send } from './mount.ts';
import { wrongInMutations } from './mutations.ts';
import { type Refusal, refusalsOf } from './refusals.ts';
import { type Draft, sentOf, validRequest } from './requests.ts';

export type Verified = {
  /** The operations that returned a valid response. */
  readonly answered: readonly string[];
  /** The operations without data on this server, which were not called. */
  readonly unasked: readonly string[];
  /** Violations of the document, one sentence each. */
  readonly violations: readonly string[];
};

export type VerifyOptions = {
  readonly mutations?: { readonly requests: number; readonly random: () => number };
};

/** Runs last, because it removes data that other calls need. */
const endings = ['queue.setStatus', 'targets.cleanup'];

/** A valid request for each GET operation that has data on this server, by the id of the operation. */
export async function validReads(mount: Mount): Promise<ReadonlyMap<string, string>> {
  const document = readDocument((await send(mount, { method: 'GET', target: '/v1/openapi.json' })).json);
  const known = await findKnown(mount);
  const drafts = document.calls.flatMap((call) => (call.method === 'GET' ? (validRequest(call, known) ?? []) : []));
  return new Map(drafts.map((draft) => [draft.call.id, sentOf(draft).target]));
}

/**
 * Checks an API against its own OpenAPI document: calls every operation once with a valid request,
 * and with every kind of request that the document forbids.
 */
export async function verifyContract(mount: Mount, { mutations }: VerifyOptions = {}): Promise<Verified> {
  const document = readDocument((await send(mount, { method: 'GET', target: '/v1/openapi.json' })).json);
  const known = await findKnown(mount);
  const calls = document.calls.toSorted((a, b) => order(a.id) - order(b.id));
  const drafts = calls.flatMap((call) => validRequest(call, known) ?? []);
  const asked = new Set(drafts.map(({ call }) => call.id));
  const violations: string[] = [];
  // Invalid requests first. They must change nothing, so that the data for valid requests still exists.
  for (const draft of drafts) {
    for (const refusal of refusalsOf(draft, document)) violations.push(...(await wrongRefusal(mount, draft, refusal)));
  }
  for (const draft of drafts) violations.push(...(await wrongAnswer(mount, draft, document, known)));
  if (mutations !== undefined) {
    const harmless = drafts.filter(({ call }) => !endings.includes(call.id));
    violations.push(...(await wrongInMutations(mount, { drafts: harmless, document, ...mutations })));
  }
  return {
    answered: drafts.map(({ call }) => call.id),
    unasked: calls.map(({ id }) => id).filter((id) => !asked.has(id)),
    violations,
  };
}

const order = (id: string): number => endings.indexOf(id);

async function wrongAnswer(
  mount: Mount,
  draft: Draft,
  document: ReadDocument,
  known: Known,
): Promise<readonly string[]> {
  const answered = await send(mount, sentOf(draft));
  if (draft.call.id === 'targets.cleanup') await enrollAgain(mount, known);
  return wrongInSuccess(draft.call, answered, document).map((each) => `${draft.call.id} ${each}`);
}

async function wrongRefusal(
  mount: Mount,
  { call }: Draft,
  { what, sent, statuses, names }: Refusal,
): Promise<readonly string[]> {
  const answered = await send(mount, sent);
  const { status, text } = answered;
  // 501 is reported only for the valid request.
  if (status === 501) return [];
  const wrong = [
    ...(statuses.includes(status)
      ? []
      : [`answers ${status} instead of ${statuses.join(' or ')}: ${text.slice(0, 200)}`]),
    ...(status < 400 ? [] : wrongInFailure(answered)),
    ...(names === undefined || status < 400 || text.includes(names)
      ? []
      : [`does not name ${names}: ${text.slice(0, 200)}`]),
  ];
  return wrong.map((each) => `${call.id} with ${what} ${each}`);
}
