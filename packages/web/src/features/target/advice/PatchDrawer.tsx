import { useQuery } from '@tanstack/react-query';
import { formatResource, parseQuantity, resourceLabels } from '@trimtab/core';
import {
  isEmptyPlan,
  type PatchFile,
  type PatchFormat,
  type PatchPlan,
  patchFiles,
  patchFormats,
  patchPlan,
  planProblems,
} from '@trimtab/core/patch';
import { stringify } from 'yaml';
import { useClient } from '../../../api/client.tsx';
import { saveFile } from '../../../browser/save-file.ts';
import { useViewParams } from '../../../browser/search-params.ts';
import { copyText } from '../../../context/copy.ts';
import { showToast } from '../../../context/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusable } from '../../../ui/focusable.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { podsQuery, suggestionQuery, type TargetId, targetQuery } from '../queries.ts';
import { readChosen, replacedBy, withChosen } from './chosen-request.ts';
import { LimitPolicyChoice } from './LimitPolicyChoice.tsx';

const labels: Record<PatchFormat, string> = { kubectl: 'kubectl patch', kustomize: 'Kustomize', helm: 'Helm values' };

/** Shows the suggestion as a file to apply with kubectl, Kustomize or Helm. */
export function PatchDrawer({ id }: { id: TargetId }) {
  const client = useClient();
  const target = useQuery({ ...targetQuery(client, id), enabled: false }).data;
  const suggestion = useQuery({ ...suggestionQuery(client, id), enabled: false }).data;
  const pods = useQuery({ ...podsQuery(client, id), enabled: false }).data;
  const [params, change] = useViewParams();
  const format = patchFormats.find((one) => one === params.get('format')) ?? 'kubectl';
  if (target?.outcome !== 'found' || !suggestion)
    return <p className="text-ink-2">There is no suggestion to export.</p>;
  const chosen = readChosen(params.get('request'));
  const replaced = chosen === null ? null : replacedBy(chosen, suggestion);
  const plan = patchPlan(target, chosen === null ? suggestion : withChosen(suggestion, chosen), pods);
  const policy = target.aiscaletarget.spec.limit_policy;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">Requests are whole millicores and MiB. {plan.notes.join(' ')}</p>
      {chosen === null || replaced === null ? null : (
        <p className="font-medium">
          The {resourceLabels[chosen.resource]} request of <bdi>{chosen.container}</bdi> is the one you chose,{' '}
          {formatResource(chosen.resource, chosen.request)}. Suggested is{' '}
          {formatResource(chosen.resource, parseQuantity(replaced.value))}.
        </p>
      )}
      {policy === undefined ? null : <LimitPolicyChoice id={id} policy={policy} />}
      <PlanView plan={plan} format={format} onChange={(next) => change({ format: next }, { replace: true })} />
    </div>
  );
}

function PlanView({
  plan,
  format,
  onChange,
}: {
  plan: PatchPlan;
  format: PatchFormat;
  onChange: (format: string) => void;
}) {
  const problems = planProblems(plan);
  if (isEmptyPlan(plan)) return <p className="font-medium">This suggestion contains no change that a file can set.</p>;
  if (problems.length > 0)
    return (
      <div role="alert">
        <p className="font-medium">Kubernetes would reject a file with this suggestion, so there is none:</p>
        <ul className="list-disc pl-5">
          {problems.map((problem) => (
            <li key={problem} className="break-words">
              {problem}
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <div>
      <Tabs
        flush
        label="Format"
        value={format}
        onChange={onChange}
        tabs={patchFormats.map((value) => ({ value, label: labels[value] }))}
      >
        {patchFiles(plan, format, toYaml).map((file) => (
          <FileView key={file.fileName} file={file} />
        ))}
      </Tabs>
    </div>
  );
}

const toYaml = (document: unknown): string => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });

function FileView({ file: { fileName, text, how, command } }: { file: PatchFile }) {
  return (
    <div className="flex flex-col gap-3 pt-3">
      <p className="text-ink-2">{how}</p>
      <div className="overflow-hidden rounded-md border">
        <div className="flex items-center justify-between gap-2 border-b bg-canvas py-1 pr-1 pl-3">
          <span className="truncate font-mono text-small" title={fileName}>
            <bdi>{fileName}</bdi>
          </span>
          <span className="flex shrink-0">
            <CopyButton text={text} what="The file" />
            <Button look="quiet" onClick={() => saveFile(fileName, text, 'application/yaml')}>
              <Icon name="download" size={14} />
              Download
            </Button>
          </span>
        </div>
        <pre {...focusable} className="max-h-96 overflow-auto p-3 font-mono text-small">
          {text}
        </pre>
      </div>
      {command === null ? null : (
        <div className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 py-1.5 font-mono text-small break-words">{command}</code>
          <CopyButton text={command} what="The command" />
        </div>
      )}
    </div>
  );
}

function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = async () => {
    if (await copyText(text)) showToast(`${what} was copied.`, 'info');
    else showToast(`The browser did not allow copying. Select the text and copy it by hand.`);
  };
  return (
    <Button look="quiet" onClick={() => void copy()}>
      <Icon name="copy" size={14} />
      Copy
    </Button>
  );
}
