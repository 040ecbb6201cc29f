import { useQuery } from '@tanstack/react-query';
import { formatDateTime, type Pod } from '@trimtab/core';
import { useId, useMemo, useRef, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { ErrorState } from '../../../table/ListStates.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { podsQuery, type TargetId } from '../queries.ts';
import { LogView } from './LogView.tsx';
import { firstLines, mostLines } from './use-pod-log.ts';

/** The log of one container of the pod that `?log=` names, otherwise of the first pod. It grows while it is shown. */
export function LogsDrawer({ id }: { id: TargetId }) {
  const { data: pods, isError, refetch } = useQuery({ ...podsQuery(useClient(), id), enabled: false });
  const [params, setParams] = useViewParams();
  const asked = params.get('log');
  const pod = (asked === null ? pods?.[0] : pods?.find(({ name }) => name === asked)) ?? null;
  if (pods === undefined && isError)
    return <ErrorState title="The pods could not be loaded." onRetry={() => void refetch()} />;
  if (pods === undefined) return <p className="text-ink-2">The pods are being loaded.</p>;
  if (pods.length === 0) return <p className="text-ink-2">This target has no pods.</p>;
  if (pod === null)
    return (
      <p className="text-ink-2">
        The pod <bdi>{asked}</bdi> does not exist any more.
      </p>
    );
  const choosePod = (log: string) => setParams({ log }, { replace: true });
  return <PodLogs key={pod.name} id={id} pod={pod} pods={pods} onPod={choosePod} />;
}

type PodLogsProps = {
  readonly id: TargetId;
  readonly pod: Pod;
  readonly pods: readonly Pod[];
  readonly onPod: (name: string) => void;
};

function PodLogs({ id, pod, pods, onPod }: PodLogsProps) {
  const { name, containers, init_containers: init = [], last_restart: last } = pod;
  const [chosen, setContainer] = useState(last?.container ?? containers[0]?.name ?? '');
  const [previous, setPrevious] = useState(false);
  const [isFollowed, setFollowed] = useState(true);
  const [isWrapped, setWrapped] = useState(true);
  const [filter, setFilter] = useState('');
  const [tail, setTail] = useState(firstLines);
  const [attempt, setAttempt] = useState(0);
  const frame = useRef<HTMLElement>(null);
  // The pressed button disappears while the log is loaded again. The focus would leave the drawer with it.
  const keepFocus = () => frame.current?.focus({ preventScroll: true });
  const follow = isFollowed && !previous;
  const question = useMemo(
    () => ({ pod: name, container: chosen, previous, follow, tail }),
    [name, chosen, previous, follow, tail],
  );
  return (
    <div className="flex h-[calc(100dvh-6rem)] flex-col gap-3">
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:grid-cols-3">
        <Choice
          className="col-span-2 sm:col-span-1"
          label="Pod"
          value={name}
          onChange={onPod}
          names={pods.map((each) => each.name)}
        />
        <Choice
          label="Container"
          value={chosen}
          onChange={setContainer}
          names={containers.map((each) => each.name)}
          init={init}
        />
        <div className="min-w-0">
          <Field label="Only lines with" problem={null} value={filter} onText={setFilter} type="search" />
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Switch label="Follow" checked={follow} disabled={previous} onChange={setFollowed} />
        <Switch label="Wrap lines" checked={isWrapped} onChange={setWrapped} />
        <Switch label="Before the last restart" checked={previous} onChange={setPrevious} />
        {last === undefined ? null : (
          <span className="text-small text-ink-3">
            Last restart: <bdi>{last.container}</bdi>, <bdi>{last.reason}</bdi>
            {last.at === null ? '' : `, ${formatDateTime(last.at)}`}
          </span>
        )}
      </div>
      <section
        ref={frame}
        tabIndex={-1}
        aria-label="Log"
        className="flex min-h-0 flex-1 flex-col gap-3 focus:outline-none"
      >
        <LogView
          key={`${JSON.stringify(question)} ${attempt}`}
          id={id}
          question={question}
          filter={filter}
          isWrapped={isWrapped}
          onRetry={() => {
            keepFocus();
            setAttempt((before) => before + 1);
          }}
          onOlder={() => {
            keepFocus();
            setTail(mostLines);
          }}
        />
      </section>
    </div>
  );
}

type ChoiceProps = {
  readonly className?: string;
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly init?: readonly string[];
  readonly onChange: (name: string) => void;
};

function Choice({ className, label, value, names, init = [], onChange }: ChoiceProps) {
  const select = useId();
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={select} className="text-small text-ink-3">
        {label}
      </label>
      <Select id={select} value={value} onChange={(event) => onChange(event.target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
        {init.map((name) => (
          <option key={name} value={name}>
            {name} (init)
          </option>
        ))}
      </Select>
    </div>
  );
}

type SwitchProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
};

const Switch = ({ label, onChange, ...state }: SwitchProps) => (
  <label className="flex items-center gap-2">
    <Checkbox {...state} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);
