import { invalid } from './api-error.ts';
import { asList, asObject, asText, at, isObject, type Json, type JsonObject, type KubeObject } from './json.ts';
import type { Column } from './lists.ts';
import type { ResourceKind } from './resource-kinds.ts';
import type { ObjectStore } from './store.ts';

const group = 'apiextensions.k8s.io';
export const definitions = { group, plural: 'customresourcedefinitions' };

/** The kinds that the established definitions declare, each served version on its own. */
export function customKinds(store: ObjectStore): ResourceKind[] {
  return store.all(definitions).filter(isEstablished).flatMap(kindsOf);
}

const isEstablished = (definition: KubeObject): boolean =>
  asList(at(definition, 'status', 'conditions')).some(
    (condition) => at(condition, 'type') === 'Established' && at(condition, 'status') === 'True',
  );

function kindsOf(definition: KubeObject): ResourceKind[] {
  const names = asObject(at(definition, 'spec', 'names'));
  return asList(at(definition, 'spec', 'versions'))
    .filter((version) => at(version, 'served') === true)
    .map((version) => ({
      group: asText(at(definition, 'spec', 'group')),
      version: asText(at(version, 'name')),
      kind: asText(names['kind']),
      plural: asText(names['plural']),
      singular: asText(names['singular']) || asText(names['kind']).toLowerCase(),
      namespaced: at(definition, 'spec', 'scope') === 'Namespaced',
      shortNames: asList(names['shortNames']).map(asText),
      categories: asList(names['categories']).map(asText),
      subresources: Object.keys(asObject(at(version, 'subresources'))),
      definedBy: definition.metadata.name,
    }));
}

export type CustomVersion = {
  readonly schema: JsonObject;
  readonly columns: readonly Column[];
  readonly selectable: readonly string[];
  readonly deprecation: string | null;
};

/** What the definition says about one version of a custom resource; null for a built-in one. */
export function customVersion(store: ObjectStore, kind: ResourceKind): CustomVersion | null {
  if (kind.definedBy === undefined) return null;
  const definition = store.get(definitions, '', kind.definedBy);
  const version = asList(at(definition, 'spec', 'versions')).find((each) => at(each, 'name') === kind.version);
  return {
    schema: asObject(at(version, 'schema', 'openAPIV3Schema')),
    columns: asList(at(version, 'additionalPrinterColumns')).map((column) => ({
      name: asText(at(column, 'name')),
      type: asText(at(column, 'type')),
      jsonPath: asText(at(column, 'jsonPath')),
    })),
    selectable: asList(at(version, 'selectableFields')).map((field) => asText(at(field, 'jsonPath')).slice(1)),
    deprecation: at(version, 'deprecated') === true ? asText(at(version, 'deprecationWarning')) : null,
  };
}

export function checkedDefinition(definition: KubeObject): KubeObject {
  const { name } = definition.metadata;
  const spec = asObject(definition['spec']);
  const names = asObject(spec['names']);
  if (name !== `${asText(names['plural'])}.${asText(spec['group'])}`) {
    const message = `Invalid value: "${name}": must be spec.names.plural+"."+spec.group`;
    const causes = [{ reason: 'FieldValueInvalid', message, field: 'metadata.name' }];
    throw invalid({ kind: 'CustomResourceDefinition', group, name }, causes);
  }
  const storage = asList(spec['versions']).find((version) => at(version, 'storage') === true);
  return {
    ...definition,
    spec: { conversion: { strategy: 'None' }, ...spec, names: withNames(names) },
    status: {
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: [asText(at(storage, 'name'))],
    },
  };
}

const withNames = (names: JsonObject): JsonObject => ({
  listKind: `${asText(names['kind'])}List`,
  singular: asText(names['kind']).toLowerCase(),
  ...names,
});

/** The definition as the server leaves it when its resources can be used. */
export function established(definition: KubeObject, now: string): KubeObject {
  const condition = (type: string, reason: string, message: string): Json => ({
    type,
    status: 'True',
    lastTransitionTime: now,
    reason,
    message,
  });
  const status = asObject(definition['status']);
  return {
    ...definition,
    status: {
      ...(isObject(status) ? status : {}),
      conditions: [
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
      ],
      acceptedNames: at(definition, 'spec', 'names'),
    },
  };
}
