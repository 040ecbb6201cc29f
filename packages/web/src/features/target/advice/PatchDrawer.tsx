import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/client.tsx';
import { copyText } from '../../../browser/copy-text.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { useViewParams } from '../../../browser/search-params.ts';
import { showToast } from '../../../context/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusable } from '../../../ui/focusable.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { suggestionQuery, type TargetId, targetQuery } from '../queries.ts';
import { isEmptyPlan, type PatchFile, type PatchFormat, patchFile, patchFormats } from './patch-files.ts';
import { patchPlan } from './patch-plan.ts';

const labels: Record<PatchFormat, string> = { kubectl: 'kubectl patch', kustomize: 'Kustomize', helm: 'Helm values' };

/** Shows the suggestion as a file to apply with kubectl, Kustomize or Helm. */
export function PatchDrawer({ id }: { id: TargetId }) {
  const client = useClient();
  const target = useQuery({ ...targetQuery(client, id), enabled: false }).data;
  const suggestion = useQuery({ ...suggestionQuery(client, id), enabled: false }).data;
  const [params, change] = useViewParams();
  const format = patchFormats.find((one) => one === params.get('format')) ?? 'kubectl';
  if (target?.outcome !== 'found' || !suggestion)
    return <p className="text-ink-2">There is no suggestion to export.</p>;
  const plan = patchPlan(target, suggestion);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">Requests are rounded up to whole millicores and MiB. {plan.replicasNote ?? ''}</p>
      {isEmptyPlan(plan) ? (
        <p className="font-medium">This suggestion contains no change that a file can set.</p>
      ) : (
        <div>
          <Tabs
            flush
            label="Format"
            value={format}
            onChange={(next) => change({ format: next }, { replace: true })}
            tabs={patchFormats.map((value) => ({ value, label: labels[value] }))}
          >
            <FileView file={patchFile(plan, format)} />
          </Tabs>
        </div>
      )}
    </div>
  );
}

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
