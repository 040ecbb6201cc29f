import type { Cause } from './api-error.ts';
import { asList, asObject, asText, at, equal, type Json, type JsonObject, type KubeObject } from './json.ts';
import type { ListKeys } from './managed-fields.ts';
import { quantityValue } from './schema.ts';

/**
 * The values that the API server adds to the built-in workloads and the checks that it makes, as far as the recordings
 * show them.
 */
const workloadKinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']);
export const hasTemplate = (kind: string): boolean => workloadKinds.has(kind);

const builtInKeys: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  ports: ['containerPort', 'protocol'],
  conditions: ['type'],
  ownerReferences: ['uid'],
};
export const builtInListKeys: ListKeys = (path) => builtInKeys[path.at(-1) ?? ''] ?? null;

const deploymentFields = new Set(
  'replicas selector template strategy minReadySeconds revisionHistoryLimit paused progressDeadlineSeconds'.split(' '),
);
export const unknownFields = ({ kind, spec }: JsonObject): string[] =>
  kind === 'Deployment'
    ? Object.keys(asObject(spec)).flatMap((key) => (deploymentFields.has(key) ? [] : [`spec.${key}`]))
    : [];

/** The object with the values that the server fills in, and quantities in the form in which it stores them. */
export function workloadWithDefaults(object: KubeObject): KubeObject {
  const spec = asObject(object['spec']);
  const template = asObject(spec['template']);
  const podSpec = asObject(template['spec']);
  const filled: JsonObject = {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...podSpec,
    containers: asList(podSpec['containers']).map(containerWithDefaults),
  };
  const own = object.kind === 'Deployment' ? deploymentDefaults(spec) : spec;
  const unknown = new Set(unknownFields(object).map((field) => field.slice('spec.'.length)));
  const known = Object.fromEntries(Object.entries(own).filter(([key]) => !unknown.has(key)));
  return { ...object, spec: { ...known, template: { ...template, spec: filled } } };
}

const deploymentDefaults = (spec: JsonObject): JsonObject => ({
  replicas: 1,
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
  revisionHistoryLimit: 10,
  progressDeadlineSeconds: 600,
  ...spec,
});

function containerWithDefaults(value: Json): JsonObject {
  const container = asObject(value);
  const image = asText(container['image']);
  return {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ...(image === '' ? {} : { imagePullPolicy: /:(?!latest$)[^/]+$/.test(image) ? 'IfNotPresent' : 'Always' }),
    ...container,
    resources: canonicalResources(asObject(container['resources'])),
  };
}

function canonicalResources(resources: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(resources).map(([key, amounts]) => [
      key,
      key === 'requests' || key === 'limits'
        ? Object.fromEntries(Object.entries(asObject(amounts)).map(([name, amount]) => [name, canonical(amount)]))
        : amounts,
    ]),
  );
}

/** The form in which the server stores a quantity: 0.1 becomes 100m, and 1024Mi becomes 1Gi. */
function canonical(amount: Json | undefined): Json | undefined {
  const text = typeof amount === 'number' ? String(amount) : asText(amount);
  const value = quantityValue(text);
  if (value === null || /[eE][+-]?\d+$/.test(text)) return text;
  const isBinary = text.endsWith('i');
  const [base, units] = isBinary ? [1024, ['', 'Ki', 'Mi', 'Gi', 'Ti']] : [1000, ['', 'k', 'M', 'G', 'T']];
  if (!Number.isInteger(value)) return `${Math.round(value * 1000)}m`;
  let [amountLeft, unit] = [value, 0];
  while (amountLeft !== 0 && amountLeft % base === 0 && unit < units.length - 1) {
    amountLeft /= base;
    unit += 1;
  }
  return `${amountLeft}${units[unit]}`;
}

/**
 * Converts the quantities of a partial object to the stored form, so that an apply compares values and not spellings.
 */
export function withCanonicalQuantities(value: Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((each) => withCanonicalQuantities(each));
  if (typeof value !== 'object' || value === null) return value;
  if (key === 'resources') return canonicalResources(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      each === undefined ? undefined : withCanonicalQuantities(each, name),
    ]),
  );
}

const shown = (value: Json | undefined): string => JSON.stringify(value ?? null);

export function workloadViolations(object: KubeObject, old: KubeObject | undefined): Cause[] {
  const causes: Cause[] = [];
  const add = (reason: string, field: string, message: string) => causes.push({ reason, message, field });
  const selector = at(object, 'spec', 'selector');
  const labels = at(object, 'spec', 'template', 'metadata', 'labels');
  if (selector === undefined) add('FieldValueRequired', 'spec.selector', 'Required value');
  const wanted = Object.entries(asObject(at(selector, 'matchLabels')));
  if (selector === undefined || wanted.some(([key, value]) => asObject(labels)[key] !== value)) {
    const message = `Invalid value: ${shown(labels)}: \`selector\` does not match template \`labels\``;
    add('FieldValueInvalid', 'spec.template.metadata.labels', message);
  }
  asList(at(object, 'spec', 'template', 'spec', 'containers')).forEach((container, index) => {
    causes.push(...containerViolations(asObject(container), `spec.template.spec.containers[${index}]`));
  });
  if (old !== undefined && !equal(at(old, 'spec', 'selector'), selector)) {
    add('FieldValueInvalid', 'spec.selector', `Invalid value: ${shown(selector)}: field is immutable`);
  }
  return causes;
}

function containerViolations(container: JsonObject, path: string): Cause[] {
  const causes: Cause[] = [];
  if (asText(container['image']) === '') {
    causes.push({ reason: 'FieldValueRequired', message: 'Required value', field: `${path}.image` });
  }
  const [requests, limits] = [at(container, 'resources', 'requests'), at(container, 'resources', 'limits')];
  for (const [name, amount] of Object.entries(asObject(requests))) {
    const field = `${path}.resources.requests`;
    const value = quantityValue(asText(amount)) ?? 0;
    if (value < 0) {
      const message = `Invalid value: ${shown(amount)}: must be greater than or equal to 0`;
      causes.push({ reason: 'FieldValueInvalid', message, field: `${field}[${name}]` });
    }
    const limit = asText(asObject(limits)[name]);
    if (limit !== '' && value > (quantityValue(limit) ?? 0)) {
      const message = `Invalid value: ${shown(amount)}: must be less than or equal to ${name} limit of ${limit}`;
      causes.push({ reason: 'FieldValueInvalid', message, field });
    }
  }
  return causes;
}

/** Every quantity of requests and limits in a body, with the field that has it. */
export function badQuantity(value: Json): boolean {
  if (Array.isArray(value)) return value.some(badQuantity);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => {
    if (key !== 'requests' && key !== 'limits') return each !== undefined && badQuantity(each);
    return Object.values(asObject(each)).some((amount) => typeof amount === 'string' && quantityValue(amount) === null);
  });
}

export function fractionalBytes(object: KubeObject): string[] {
  return asList(at(object, 'spec', 'template', 'spec', 'containers')).flatMap((container, index) =>
    ['limits', 'requests'].flatMap((part) => {
      const memory = asText(at(container, 'resources', part, 'memory'));
      const field = `spec.template.spec.containers[${index}].resources.${part}[memory]`;
      return memory === '' || Number.isInteger(quantityValue(memory))
        ? []
        : [`${field}: fractional byte value ${JSON.stringify(memory)} is invalid, must be an integer`];
    }),
  );
}
