import type { Candidate } from '@trimtab/core';
import { copyOrShow } from '../../../context/copy.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { manifestYaml } from './manifest-yaml.ts';

/** Copies a candidate's manifest as YAML. */
export function CopyManifest({ candidate }: { candidate: Candidate }) {
  const { name } = candidate.target_ref;
  const copy = () =>
    copyOrShow(
      { title: `Manifest of ${name}`, label: 'YAML', text: manifestYaml(candidate.json) },
      `The manifest of ${name} was copied.`,
    );
  return (
    <Tooltip text="Copy the manifest as YAML" side="left">
      <IconButton
        icon="copy"
        label={`Copy the manifest of ${name} as YAML`}
        // Aligns the icon, not its button, with the end of the column.
        className="-mr-2"
        onClick={() => void copy()}
      />
    </Tooltip>
  );
}
