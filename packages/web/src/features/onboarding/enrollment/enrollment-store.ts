import type { QueryClient } from '@tanstack/react-query';
import { type Candidates, type Client, formatCount } from '@trimtab/core';
import { showToast } from '../../../context/toasts.ts';
import { countWorkloads } from '../candidates/count-workloads.ts';
import { candidatesQuery } from '../queries.ts';
import { countUnresolved, outcomesOf } from './enrollment-outcome.ts';

/** The page reloads this long after an enrollment. */
export const reloadDelayMs = 10_000;

export type EnrollRequest = {
  namespace: string;
  /** Absent: the whole namespace. */
  workloads?: string[];
};

/** A finished enrollment. */
export type Enrolled = {
  namespace: string;
  answer: Candidates;
  /** The requested names; null for the whole namespace. */
  asked: readonly string[] | null;
};

export type EnrollmentState = {
  /** The enrollment that waits for its answer. */
  running: EnrollRequest | null;
  /** What was enrolled since the page was opened, newest first. */
  results: readonly Enrolled[];
  /** The namespace whose enrollment failed, until another one starts or the user sees its candidates again. */
  failed: string | null;
  /** When the page reloads. Null if nothing was enrolled, and while another enrollment runs. */
  reloadAt: number | null;
};

export type EnrollmentStore = ReturnType<typeof createStore>;

const idle: EnrollmentState = { running: null, results: [], failed: null, reloadAt: null };
const stores = new WeakMap<QueryClient, EnrollmentStore>();

/** The enrollments of this console. They are stored outside the page, because one goes on when the user leaves the page. */
export function enrollmentStore(queryClient: QueryClient): EnrollmentStore {
  const store = stores.get(queryClient) ?? createStore(queryClient);
  stores.set(queryClient, store);
  return store;
}

function createStore(queryClient: QueryClient) {
  const listeners = new Set<() => void>();
  let state = idle;
  /** Reloads the page; null while another page is shown. */
  let reload: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout>;

  const change = (part: Partial<EnrollmentState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const end = (part: Partial<EnrollmentState>) => {
    change({ ...part, running: null });
    if (reload === null || state.results.length === 0) return;
    timer = setTimeout(reload, reloadDelayMs);
    change({ reloadAt: Date.now() + reloadDelayMs });
  };
  const succeed = (enrolled: Enrolled) => {
    if (reload === null) {
      reportUnresolved(enrolled);
      end({});
    } else {
      const others = state.results.filter(({ namespace }) => namespace !== enrolled.namespace);
      end({ results: [enrolled, ...others] });
    }
    // Any query may include the new targets. A user who navigates before the reload must see them.
    void queryClient.invalidateQueries();
  };

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Called while the page is shown. Returns a function for when the user leaves it, after which nothing is reloaded. */
    open: (reloadPage: () => void) => {
      reload = reloadPage;
      return () => {
        reload = null;
        clearTimeout(timer);
        state = { ...idle, running: state.running };
      };
    },
    /** Enrolls workloads, unless an enrollment runs: repeated presses send one request. */
    enroll: (client: Client, request: EnrollRequest) => {
      if (state.running !== null) return;
      clearTimeout(timer);
      change({ running: request, failed: null, reloadAt: null });
      // An answer to this query may be from before or after the enrollment.
      void queryClient.cancelQueries({ queryKey: candidatesQuery(client, request.namespace).queryKey });
      const { namespace, workloads: asked = null } = request;
      const mutation = queryClient.getMutationCache().build(queryClient, {
        mutationFn: () => client.targets.enroll(request),
        onSuccess: (answer: Candidates) => succeed({ namespace, answer, asked }),
        onError: () => end({ failed: namespace }),
      });
      // The mutation cache reports the error.
      mutation.execute(undefined).catch(() => {});
    },
    /** Called when the user sees the candidates of the namespace again. */
    forgetFailure: () => change({ failed: null }),
  };
}

/** A user who has left the page sees no results. A toast reports what was not enrolled. */
function reportUnresolved({ namespace, answer, asked }: Enrolled): void {
  const outcomes = outcomesOf(answer, asked);
  const count = countUnresolved(outcomes);
  if (count === 0) return;
  const verb = count === 1 ? 'was' : 'were';
  showToast(`${formatCount(count)} of ${countWorkloads(outcomes.length)} of ${namespace} ${verb} not enrolled.`);
}
