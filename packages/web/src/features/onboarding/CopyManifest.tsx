import type { Candidate } from '@trimtab/core';
import { copyText } from '../../lib/copy-text.ts';
import { useOverlays } from '../../lib/overlay.tsx';
import { showToast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { manifestYaml } from './manifest-yaml.ts';

/** Copies a candidate's manifest as YAML; where the browser forbids that, shows it selected, ready to be copied by hand. */
export function CopyManifest({ candidate }: { candidate: Candidate }) {
  const { openModal } = useOverlays();
  const { name } = candidate.target_ref;
  const copy = async () => {
    const yaml = manifestYaml(candidate.json);
    if (await copyText(yaml)) {
      showToast(`The manifest of ${name} was copied.`, 'info');
      return;
    }
    showToast(`The browser did not allow copying. Copy the manifest of ${name} by hand.`);
    openModal({ title: `Manifest of ${name}`, body: <SelectedText text={yaml} /> });
  };
  return (
    <Tooltip text="Copy the manifest as YAML" side="left">
      <IconButton icon="copy" label={`Copy the manifest of ${name} as YAML`} onClick={() => void copy()} />
    </Tooltip>
  );
}

function SelectedText({ text }: { text: string }) {
  return (
    <textarea
      readOnly
      aria-label="YAML"
      defaultValue={text}
      ref={(element) => element?.select()}
      className="h-96 w-full resize-y rounded-md border bg-sunken p-3 font-mono text-small"
    />
  );
}
