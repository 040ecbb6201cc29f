import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import type { EnrollRequest } from '../enrollment/enrollment-store.ts';

type EnrollButtonsProps = {
  /** The enrollment that runs, in this or another namespace. */
  running: EnrollRequest | null;
  hasSelection: boolean;
  onEnrollNamespace: () => void;
  onEnrollSelected: () => void;
};

/** While an enrollment runs, only the pressed button is left. It is not `disabled`, because it would lose the focus. */
export function EnrollButtons({ running, hasSelection, onEnrollNamespace, onEnrollSelected }: EnrollButtonsProps) {
  const isOfSelection = running?.workloads !== undefined;
  return (
    <div className="flex flex-wrap gap-2">
      {running !== null && isOfSelection ? null : (
        <EnrollButton
          isPrimary
          isRunning={running !== null}
          isPossible
          tooltip="Enroll all eligible workloads in this namespace."
          text="Enroll Namespace"
          onPress={onEnrollNamespace}
        />
      )}
      {running !== null && !isOfSelection ? null : (
        <EnrollButton
          isRunning={running !== null}
          isPossible={hasSelection}
          tooltip="Enroll only the workloads you have selected in the table below."
          text="Enroll Selected"
          onPress={onEnrollSelected}
        />
      )}
    </div>
  );
}

type EnrollButtonProps = {
  isPrimary?: boolean;
  isRunning: boolean;
  isPossible: boolean;
  tooltip: string;
  text: string;
  onPress: () => void;
};

function EnrollButton({ isPrimary = false, isRunning, isPossible, tooltip, text, onPress }: EnrollButtonProps) {
  const isEnabled = isPossible && !isRunning;
  return (
    <Tooltip text={isRunning ? null : tooltip}>
      <Button
        look={isPrimary || isRunning ? 'primary' : 'secondary'}
        aria-disabled={!isEnabled}
        tabIndex={isPossible || isRunning ? undefined : -1}
        className={classNames(!isEnabled && 'pointer-events-none opacity-50')}
        onClick={isEnabled ? onPress : undefined}
      >
        {isRunning ? (
          <>
            <span aria-hidden="true" className="inline-flex">
              <Spinner />
            </span>
            Enrolling...
          </>
        ) : (
          text
        )}
      </Button>
    </Tooltip>
  );
}
