import { badRequest } from './api-error.ts';
import { asObject, asText, at, type KubeObject } from './json.ts';
import type { ResourceKind } from './resource-kinds.ts';

type Matches = (object: KubeObject) => boolean;

/** Reads `a=b`, `a!=b`, `a in (x,y)`, `a notin (x)`, `a` and `!a`, separated by commas. */
export function labelSelector(text: string): Matches {
  const rules = splitOutsideParentheses(text).map(requirement);
  return ({ metadata }) => {
    const labels = asObject(metadata['labels']);
    return rules.every((rule) => rule(labels));
  };
}

type Requirement = (labels: Readonly<Record<string, unknown>>) => boolean;

function requirement(text: string): Requirement {
  const word = text.trim();
  const set = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(word);
  if (set) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((each) => each.trim());
    return (labels) =>
      values.includes(asText(labels[key])) === (operator === 'in') && (operator !== 'in' || key in labels);
  }
  const unparsable = /^\S+\s+(?:in|notin)\s+'?([^\s('])/.exec(word);
  if (unparsable) throw badRequest(`unable to parse requirement: found '${unparsable[1]}' expected: '('`);
  const pair = /^([^=!\s]+)\s*(==|=|!=)\s*(\S*)$/.exec(word);
  if (pair) {
    const [, key = '', operator, value] = pair;
    return (labels) => (labels[key] === value) === (operator !== '!=');
  }
  return word.startsWith('!') ? (labels) => !(word.slice(1) in labels) : (labels) => word in labels;
}

function splitOutsideParentheses(text: string): string[] {
  return text.match(/(?:[^,(]|\([^)]*\))+/g) ?? [];
}

const podFields = [
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'status.phase',
];
/** The fields by which `kubectl describe` finds the events of an object. */
const eventFields = ['name', 'namespace', 'kind', 'uid'].map((field) => `involvedObject.${field}`);
const fieldsOf = ({ group, kind }: ResourceKind): readonly string[] =>
  group !== '' ? [] : kind === 'Pod' ? podFields : kind === 'Event' ? eventFields : [];

/** Reads `metadata.name=x,status.phase!=y`. `extra` are the selectable fields of a custom resource. */
export function fieldSelector(text: string, kind: ResourceKind, extra: readonly string[]): Matches {
  const common = ['metadata.name', ...(kind.namespaced ? ['metadata.namespace'] : [])];
  const known = [...common, ...extra, ...fieldsOf(kind)];
  const rules = text.split(',').map((part): Matches => {
    const [, field = '', operator, value] = /^([^=!]+)(==|=|!=)(.*)$/.exec(part) ?? [];
    if (!known.includes(field)) {
      const list = common.map((each) => `"${each}"`).join(', ');
      throw badRequest(`"${field}" is not a known field selector: only ${list}`);
    }
    return (object) => (asText(at(object, ...field.split('.'))) === value) === (operator !== '!=');
  });
  return (object) => rules.every((rule) => rule(object));
}
