import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { inCheckout } from '../checkout.ts';
import { schemaProblems } from './schemas.ts';

const page = readFileSync(inCheckout('docs/database.md'), 'utf8');
const job = parse(/```yaml\n(# copy-store\.yaml\n[\s\S]*?)```/.exec(page)?.[1] ?? '');
const pod = job.spec.template.spec;
const [container] = pod.containers;
/** The text after the Job, in which readers find what to change in it. */
const changes = page.slice(
  page.indexOf('claimName: trimtab'),
  page.indexOf('Stop the server, wait until its pod has ended'),
);

it('the Job of docs/database.md is one that Kubernetes accepts', () => expect(schemaProblems(job)).toEqual([]));

it('the Job also runs on OpenShift, which chooses the ids, and with a private authority', () => {
  const ids = ['runAsUser', 'runAsGroup', 'fsGroup'];
  for (const id of ids) expect(changes).toContain(`\`${id}\``);
  const others = Object.entries(pod.securityContext).filter(([key]) => !ids.includes(key));
  const onOpenShift = { ...pod, securityContext: Object.fromEntries(others) };
  expect(onOpenShift.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  const [, volume = '', mount = '', variable = ''] =
    /`(\{ name: \w+, (?:secret|configMap)[^`]+)`[^`]+`(\{ name: \w+, mountPath[^`]+)`[^`]+`(\{ name: TRIMTAB[^`]+)`/.exec(
      changes.replaceAll(/\s+/g, ' '),
    ) ?? [];
  const withAuthority = {
    ...onOpenShift,
    volumes: [...pod.volumes, parse(volume)],
    containers: [
      {
        ...container,
        volumeMounts: [...container.volumeMounts, parse(mount)],
        env: [...container.env, parse(variable)],
      },
    ],
  };
  expect(schemaProblems({ ...job, spec: { ...job.spec, template: { spec: withAuthority } } })).toEqual([]);
  expect(parse(mount).name).toBe(parse(volume).name);
  expect(parse(variable)).toEqual({ name: 'TRIMTAB_DATABASE_CA', value: `${parse(mount).mountPath}/ca.crt` });
});
