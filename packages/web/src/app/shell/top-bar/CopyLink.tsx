import { copyLink } from '../../../context/copy.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';

/** Copies the address of this view. On a narrow screen the search box offers it instead. */
export function CopyLink() {
  return (
    <Tooltip text="Copy the link to this view" side="bottom">
      <IconButton
        icon="link"
        label="Copy the link to this view"
        className="max-sm:hidden"
        onClick={() => void copyLink()}
      />
    </Tooltip>
  );
}
