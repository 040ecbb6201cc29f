import process from 'node:process';
import { startKubernetes } from '../../packages/testing/src/kubernetes/index.ts';

/** The cluster of the benchmark in a separate process. It prints its address, and changes objects after a message. */
const [pods, workloads, epoch] = process.argv.slice(2).map(Number);
if (pods === undefined || workloads === undefined || epoch === undefined)
  throw new Error('Give pods, workloads and epoch.');
const standIn = await startKubernetes();
const namespaceOf = (index: number): string => `team-${index % 50}`;

function putDeployment(index: number, replicas: number): void {
  const name = `app-${index}`;
  const metadata = { name, namespace: namespaceOf(index), labels: { app: name } };
  standIn.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas, template: { spec } } });
}

const spec = {
  nodeName: 'node-1',
  serviceAccountName: 'default',
  volumes: [{ name: 'token', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }],
  containers: ['app', 'proxy'].map((name) => ({
    name,
    image: `registry.example/team/${name}:1.2.3`,
    env: Array.from({ length: 20 }, (_, index) => ({ name: `VARIABLE_${index}`, value: `value of ${index}` })),
    resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '512Mi' } },
    volumeMounts: [{ name: 'token', mountPath: '/var/run/secrets' }],
  })),
};

function putPod(index: number, labels: Readonly<Record<string, string>> = {}): void {
  const app = index % (workloads ?? 1);
  standIn.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `app-${app}-7d9f-${index}`,
      namespace: namespaceOf(app),
      labels: { app: `app-${app}`, 'pod-template-hash': '7d9f', team: namespaceOf(app), ...labels },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `app-${app}-7d9f`, controller: true }],
    },
    spec,
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], podIP: '10.0.0.1' },
  });
}

for (let index = 0; index < workloads; index += 1) {
  putDeployment(index, 0);
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: `app-${index}`, controller: true }];
  const metadata = { name: `app-${index}-7d9f`, namespace: namespaceOf(index), ownerReferences };
  standIn.put({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata });
}
for (let index = 0; index < pods; index += 1) putPod(index);
process.stdout.write(`${standIn.url}\n`);

let changed = 0;
/** Ten changes every 100 ms. Half of them change Deployments, whose replicas are the time of the change. */
process.once('message', () => {
  setInterval(() => {
    for (let count = 0; count < 10; count += 1, changed += 1) {
      const at = Date.now() - epoch;
      if (changed % 2 === 0) putPod(changed % pods, { changed: String(at) });
      else putDeployment(changed % workloads, at);
    }
  }, 100);
});
