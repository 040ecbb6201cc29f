import { useFlags } from '../../../context/configuration.tsx';
import { TopBarSlot } from '../../../context/top-bar-slot.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { SearchBox } from '../search/SearchBox.tsx';
import { useListedTargets } from '../use-listed-targets.ts';
import { CopyLink } from './CopyLink.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { UserBadge } from './UserBadge.tsx';

/** Search, the page's export button, the link to the view, theme and user. On a narrow screen also the menu button. */
export function TopBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const listed = useListedTargets();
  const flags = useFlags();
  return (
    <header className="print:hidden sticky top-0 z-20 flex h-13 items-center gap-2 border-b bg-surface px-3 md:gap-3 lg:px-6">
      <IconButton icon="menu" label="Open the menu" onClick={onOpenMenu} className="lg:hidden" />
      <SearchBox targets={listed.targets} incompleteText={incompleteListText(listed)} />
      <div className="ml-auto flex items-center gap-2 md:gap-3">
        {flags.demoMode ? <DemoBadge /> : null}
        <TopBarSlot />
        <CopyLink />
        <ThemeSwitch />
        <UserBadge />
      </div>
    </header>
  );
}

/** Explains why a search may not find all targets; null if the list is complete. */
function incompleteListText({ isLoading, hasFailed, isTruncated, isComplete }: ReturnType<typeof useListedTargets>) {
  if (isLoading && !isComplete) return 'The targets are still being loaded.';
  if (hasFailed) return isComplete ? 'The list may be out of date.' : 'Not all targets could be loaded.';
  return isTruncated ? 'The API ended the list of targets early.' : null;
}

function DemoBadge() {
  return (
    <Tooltip
      text="A simulated cluster that runs in this browser. Nothing done here reaches a real one, and it is forgotten when the page is loaded again."
      side="bottom"
    >
      <button type="button" className="hidden cursor-help rounded-sm sm:inline-flex">
        <Badge tone="waste">Demo data</Badge>
      </button>
    </Tooltip>
  );
}
