import { failure } from './api-error.ts';
import { asList, asObject, asText, isObject, type Json, type JsonObject, readJson } from './json.ts';

/**
 * The messages that kubectl and helm send only as protobuf: the fields that they set, with their numbers in the files
 * generated.proto of k8s.io/api and k8s.io/apimachinery. The type is text if none is given. `?`: zero is a value.
 */
const messages: Readonly<Record<string, string>> = {
  Unknown: '1 typeMeta TypeMeta, 2 raw bytes',
  TypeMeta: '1 apiVersion, 2 kind',
  ObjectMeta:
    '1 name, 2 generateName, 3 namespace, 5 uid, 6 resourceVersion, 7 generation number, 8 creationTimestamp Time, 11 labels map, 12 annotations map, 13 ownerReferences OwnerReference[], 14 finalizers text[], 17 managedFields ManagedFieldsEntry[]',
  OwnerReference: '1 kind, 3 name, 4 uid, 5 apiVersion, 6 controller flag?, 7 blockOwnerDeletion flag?',
  ManagedFieldsEntry:
    '1 manager, 2 operation, 3 apiVersion, 4 time Time, 6 fieldsType, 7 fieldsV1 FieldsV1, 8 subresource',
  Raw: '1 raw',
  Timestamp: '1 seconds number, 2 nanos number',
  Empty: '',
  DeleteOptions: '1 gracePeriodSeconds number?, 2 preconditions Preconditions, 4 propagationPolicy, 5 dryRun text[]',
  Preconditions: '1 uid, 2 resourceVersion',
  Namespace: '1 metadata ObjectMeta, 2 spec NamespaceSpec, 3 status Ignored',
  NamespaceSpec: '1 finalizers text[]',
  ServiceAccount: '1 metadata ObjectMeta, 4 automountServiceAccountToken flag?',
  ConfigMap: '1 metadata ObjectMeta, 2 data map, 3 binaryData byteMap, 4 immutable flag?',
  Secret: '1 metadata ObjectMeta, 2 data byteMap, 3 type, 4 stringData map, 5 immutable flag?',
  Deployment: '1 metadata ObjectMeta, 2 spec DeploymentSpec, 3 status Ignored',
  DeploymentSpec:
    '1 replicas number?, 2 selector LabelSelector, 3 template PodTemplateSpec, 4 strategy DeploymentStrategy',
  DeploymentStrategy: '1 type',
  LabelSelector: '1 matchLabels map',
  PodTemplateSpec: '1 metadata ObjectMeta, 2 spec PodSpec',
  PodSpec: '2 containers Container[], 3 restartPolicy, 8 serviceAccountName',
  Container: '1 name, 2 image, 3 command text[], 4 args text[], 6 ports ContainerPort[], 8 resources Empty',
  ContainerPort: '1 name, 3 containerPort number, 4 protocol',
  TokenRequest: '1 metadata ObjectMeta, 2 spec TokenRequestSpec, 3 status Ignored',
  TokenRequestSpec: '1 audiences text[], 4 expirationSeconds number?',
  SelfSubjectAccessReview: '1 metadata ObjectMeta, 2 spec AccessReviewSpec, 3 status Ignored',
  AccessReviewSpec: '1 resourceAttributes ResourceAttributes, 2 nonResourceAttributes NonResourceAttributes',
  ResourceAttributes: '1 namespace, 2 verb, 3 group, 4 version, 5 resource, 6 subresource, 7 name',
  NonResourceAttributes: '1 path, 2 verb',
  SelfSubjectRulesReview: '1 metadata ObjectMeta, 2 spec RulesReviewSpec, 3 status Ignored',
  RulesReviewSpec: '1 namespace',
  SelfSubjectReview: '1 metadata ObjectMeta, 2 status Ignored',
};

const mediaType = 'application/vnd.kubernetes.protobuf';
const mark = Buffer.from('k8s\0');

/** The object in a body of Kubernetes' protobuf form; null for any other body. Refuses what the table does not have. */
export function readProtobuf(body: Buffer): JsonObject | null {
  if (!body.subarray(0, mark.length).equals(mark)) return null;
  const { typeMeta, raw } = readMessage('Unknown', body.subarray(mark.length));
  const kind = asText(asObject(typeMeta)['kind']);
  if (!(kind in messages)) throw unreadable(kind);
  return { ...asObject(typeMeta), ...readMessage(kind, Buffer.from(asText(raw), 'base64')) };
}

const unreadable = (what: string) =>
  failure({
    code: 415,
    message: `the stand-in does not read ${what} in the form ${mediaType}`,
    reason: 'UnsupportedMediaType',
  });

function readMessage(name: string, message: Buffer): JsonObject {
  const fields = new Map(
    (messages[name] ?? '').split(', ').map((field) => {
      const [number, own = '', type = 'text'] = field.split(' ');
      return [Number(number), { own, type }];
    }),
  );
  const result: JsonObject = {};
  for (const [number, content] of partsOf(message)) {
    const field = fields.get(number);
    if (field === undefined) {
      // Fields that are not set are sent as zeros.
      if (content.some((byte) => byte !== 0)) throw unreadable(`field ${number} of ${name}`);
      continue;
    }
    const { own, type } = field;
    const value = valueOf(type.replace(/\?$|\[\]$/, ''), content);
    if (type.endsWith('[]')) result[own] = [...asList(result[own]), value];
    else if (isObject(value)) result[own] = { ...asObject(result[own]), ...value };
    else if (type.endsWith('?') || (value !== '' && value !== 0 && value !== false)) result[own] = value;
  }
  return Object.fromEntries(
    Object.entries(result).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0),
  );
}

function valueOf(type: string, content: Buffer): Json {
  switch (type) {
    case 'Ignored':
      return {};
    case 'text':
      return content.toString('utf8');
    case 'bytes':
      return content.toString('base64');
    case 'number':
      return content.reduceRight((sum, byte) => sum * 128 + (byte & 127), 0);
    case 'flag':
      return content[0] === 1;
    case 'map':
    case 'byteMap': {
      const entry = partsOf(content);
      const [key = '', value = ''] = [1, 2].map((number) => {
        const part = entry.find(([own]) => own === number)?.[1] ?? Buffer.alloc(0);
        return valueOf(number === 2 && type === 'byteMap' ? 'bytes' : 'text', part);
      });
      return { [asText(key)]: value };
    }
    case 'Time': {
      const seconds = Number(readMessage('Timestamp', content)['seconds'] ?? 0);
      return seconds === 0 ? '' : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
    }
    case 'FieldsV1':
      return readJson(asText(readMessage('Raw', content)['raw']));
    default:
      return readMessage(type, content);
  }
}

/** The fields of a message with their bytes. Reads varints and length-delimited fields; no type above has others. */
function partsOf(message: Buffer): (readonly [field: number, content: Buffer])[] {
  const parts: (readonly [number, Buffer])[] = [];
  let at = 0;
  const varint = (): Buffer => {
    const start = at;
    while (((message[at] ?? 0) & 128) !== 0) at += 1;
    at += 1;
    return message.subarray(start, at);
  };
  const number = () => Number(valueOf('number', varint()));
  while (at < message.length) {
    const key = number();
    if ((key & 7) === 0) parts.push([key >> 3, varint()]);
    else {
      const end = number() + at;
      parts.push([key >> 3, message.subarray(at, end)]);
      at = end;
    }
  }
  return parts;
}
