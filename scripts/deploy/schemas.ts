import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { CustomResourceDefinition } from 'kubernetes-models/apiextensions.k8s.io/v1/CustomResourceDefinition';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ClusterRole } from 'kubernetes-models/rbac.authorization.k8s.io/v1/ClusterRole';
import { ClusterRoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1/ClusterRoleBinding';
import { Role } from 'kubernetes-models/rbac.authorization.k8s.io/v1/Role';
import { RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1/RoleBinding';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import type { ClusterObject } from './render.ts';

/** Generated from the OpenAPI document of Kubernetes, and from the definitions of the other two projects. */
const models = [
  HTTPRoute,
  PrometheusRule,
  ServiceMonitor,
  CustomResourceDefinition,
  Deployment,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  Service,
  ServiceAccount,
];

/** Fields that the models lack: what is inside the schema of a definition, and fields named `description`. */
const unmodeled = /\/openAPIV3Schema\/|\/description$/;

/** What the schema of its kind refuses in an object: wrong types and values, missing fields, unknown fields. */
export function schemaProblems(object: ClusterObject): readonly string[] {
  const model = models.find(({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind);
  if (model === undefined) return [`There is no schema for ${object.apiVersion} ${object.kind}.`];
  const unread = new Set<string>();
  try {
    // An instance created with `new` would contain a copy of the object, and reads of the copy could not be watched.
    Object.setPrototypeOf(watched(object, '', unread), model.prototype).validate();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return [...unread].filter((path) => !unmodeled.test(path)).map((path) => `${path}: unknown field`);
}

/**
 * Returns a proxy of the object. `unread` holds the paths of fields that were not read. The models accept unknown
 * fields, but they read all fields of their schema.
 */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner = new Map(
    Object.entries(value).map(([key, each]) => [key, watched(each, `${path}/${key}`, unread)] as const),
  );
  for (const key of inner.keys()) unread.add(`${path}/${key}`);
  return new Proxy(value, {
    get(target, key) {
      if (typeof key !== 'string' || !inner.has(key)) return Reflect.get(target, key);
      unread.delete(`${path}/${key}`);
      return inner.get(key);
    },
  });
}
