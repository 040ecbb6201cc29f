import type { Candidate } from '@trimtab/core';
import { lazy, Suspense, useState } from 'react';
import { loadModule, thisPage } from '../../../browser/chunk-reload.ts';
import { copyText } from '../../../browser/copy-text.ts';
import { showToast } from '../../../context/toasts.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { manifestYaml } from './manifest-yaml.ts';

const Dialog = lazy(async () => ({
  default: (await loadModule('dialog', () => import('../../../ui/Dialog.tsx'), thisPage)).Dialog,
}));

/** Copies a candidate's manifest as YAML. If the browser forbids that, shows the selected text to copy it by hand. */
export function CopyManifest({ candidate }: { candidate: Candidate }) {
  // Does not use the app's modal, because closing that clears the URL's parameters, including the namespace.
  const [byHand, setByHand] = useState<{ yaml: string; isOpen: boolean } | null>(null);
  const { name } = candidate.target_ref;
  const copy = async () => {
    const yaml = manifestYaml(candidate.json);
    if (await copyText(yaml)) {
      showToast(`The manifest of ${name} was copied.`, 'info');
      return;
    }
    showToast(`The browser did not allow copying. Copy the manifest of ${name} by hand.`);
    setByHand({ yaml, isOpen: true });
  };
  return (
    <>
      <Tooltip text="Copy the manifest as YAML" side="left">
        <IconButton
          icon="copy"
          label={`Copy the manifest of ${name} as YAML`}
          // Aligns the icon, not its button, with the end of the column.
          className="-mr-2"
          onClick={() => void copy()}
        />
      </Tooltip>
      {byHand === null ? null : (
        <Suspense>
          <Dialog
            open={byHand.isOpen}
            onClose={() => setByHand({ ...byHand, isOpen: false })}
            title={`Manifest of ${name}`}
          >
            <SelectedText text={byHand.yaml} />
          </Dialog>
        </Suspense>
      )}
    </>
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
