import {
  isEmptyPlan,
  type PatchFile,
  type PatchFormat,
  type PatchPlan,
  patchFiles,
  patchFormats,
  planProblems,
} from '@trimtab/core/patch';
import { stringify } from 'yaml';
import { saveFile } from '../../../browser/save-file.ts';
import { useViewParams } from '../../../browser/search-params.ts';
import { copyText } from '../../../context/copy.ts';
import { showToast } from '../../../context/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusable } from '../../../ui/focusable.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';

const labels: Record<PatchFormat, string> = { kubectl: 'kubectl patch', kustomize: 'Kustomize', helm: 'Helm values' };

type PlanViewProps = {
  plan: PatchPlan;
  /** What the file contains. */
  what: 'this suggestion' | 'these values';
  /** Shown if the plan contains no change. */
  empty: string;
  /** Called when the user copied or saved a file. */
  onTaken?: () => void;
};

/** The files of a plan, in the format that the address names, or why there is none. */
export function PlanView({ plan, what, empty, onTaken }: PlanViewProps) {
  const [params, change] = useViewParams();
  const format = patchFormats.find((one) => one === params.get('format')) ?? 'kubectl';
  const problems = planProblems(plan);
  if (isEmptyPlan(plan)) return <p className="font-medium">{empty}</p>;
  if (problems.length > 0)
    return (
      <div role="alert">
        <p className="font-medium">Kubernetes would reject a file with {what}, so there is none:</p>
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
        onChange={(next) => change({ format: next }, { replace: true })}
        tabs={patchFormats.map((value) => ({ value, label: labels[value] }))}
      >
        {patchFiles(plan, format, toYaml).map((file) => (
          <FileView key={file.fileName} file={file} onTaken={onTaken} />
        ))}
      </Tabs>
    </div>
  );
}

const toYaml = (document: unknown): string => stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });

type FileViewProps = { file: PatchFile; onTaken: (() => void) | undefined };

function FileView({ file: { fileName, text, how, command }, onTaken }: FileViewProps) {
  const save = () => {
    saveFile(fileName, text, 'application/yaml');
    onTaken?.();
  };
  return (
    <div className="flex flex-col gap-3 pt-3">
      <p className="text-ink-2">{how}</p>
      <div className="overflow-hidden rounded-md border">
        <div className="flex items-center justify-between gap-2 border-b bg-canvas py-1 pr-1 pl-3">
          <span className="truncate font-mono text-small" title={fileName}>
            <bdi>{fileName}</bdi>
          </span>
          <span className="flex shrink-0">
            <CopyButton text={text} what="The file" onCopied={onTaken} />
            <Button look="quiet" onClick={save}>
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

type CopyButtonProps = { text: string; what: string; onCopied?: (() => void) | undefined };

function CopyButton({ text, what, onCopied }: CopyButtonProps) {
  const copy = async () => {
    if (await copyText(text)) {
      showToast(`${what} was copied.`, 'info');
      onCopied?.();
    } else showToast(`The browser did not allow copying. Select the text and copy it by hand.`);
  };
  return (
    <Button look="quiet" onClick={() => void copy()}>
      <Icon name="copy" size={14} />
      Copy
    </Button>
  );
}
