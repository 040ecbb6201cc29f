import { UsageError } from '../start-errors.ts';
import { declareOptions, type OptionValues, repeatable } from './declared-option.ts';

/** How to reach the API server. The options contain only the paths of files. The code that uses a file reads it. */
export type KubernetesAccess = {
  /** Null: the cluster in which the server runs. */
  readonly kubeconfig: string | null;
  /** Null: the current context of the file. */
  readonly context: string | null;
  /** The namespaces to read if the server may not read the whole cluster. */
  readonly namespaces: readonly string[];
  /** Where enrolled targets are kept: in the database of the server, or in AIScaleTarget resources. */
  readonly registry: Registry;
};

const registries = ['sql', 'kubernetes'] as const;
type Registry = (typeof registries)[number];

export const registryFlags = '--registry <place>';

export const kubernetesOptions = declareOptions({
  '--kubernetes':
    'Read workloads, pods and HPAs from the API server of the cluster in which the server runs, with its service account. Usage and history still come from Prometheus.',
  '--kubeconfig <file>': 'The same with the API server and the credentials of a kubeconfig file.',
  '--context <name>': 'Context of that file. Default: its current context.',
  '--kubernetes-namespace <name>': repeatable(
    'Namespace to read where the account may not read the whole cluster; repeatable. Default: the namespace of the account.',
  ),
  [registryFlags]:
    'Where enrolled targets are kept: sql (the database of the server: SQLite or PostgreSQL) or kubernetes (AIScaleTarget resources of the cluster, which needs --kubernetes or --kubeconfig and the role enroll). Default: sql.',
});

/** @throws UsageError */
export function readKubernetes({ text, list, isSet, isDeclared }: OptionValues): KubernetesAccess | null {
  const [kubeconfig = null, context = null] = [text('--kubeconfig'), text('--context')];
  const namespaces = list('--kubernetes-namespace');
  if (isSet('--kubernetes') && kubeconfig !== null) {
    throw new UsageError(
      '--kubernetes reads the cluster in which the server runs, and --kubeconfig the one that a file names. Give only one.',
    );
  }
  const given = isDeclared('--registry') ? text('--registry') : undefined;
  const registry = registries.find((each) => each === (given ?? 'sql'));
  if (registry === undefined)
    throw new UsageError(`--registry must be one of ${registries.join(', ')}, not ${JSON.stringify(given)}.`);
  if (context !== null && kubeconfig === null) throw new UsageError('--context needs the file of --kubeconfig.');
  if (!isSet('--kubernetes') && kubeconfig === null) {
    if (registry === 'kubernetes') throw new UsageError('--registry kubernetes needs --kubernetes or --kubeconfig.');
    if (namespaces.length === 0) return null;
    throw new UsageError('--kubernetes-namespace needs --kubernetes or --kubeconfig.');
  }
  return { kubeconfig, context, namespaces, registry };
}
