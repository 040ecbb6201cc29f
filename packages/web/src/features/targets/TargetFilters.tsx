import { useQuery } from '@tanstack/react-query';
import { parseFigureFilter, parseLabelSelector } from '@trimtab/core';
import { memo, useMemo, useState } from 'react';
import { allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { listedTargetsOf } from '../../api/listed-targets.ts';
import type { SetSearchParams } from '../../browser/search-params.ts';
import { ClusterSelect } from '../../table/ClusterSelect.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Select } from '../../ui/Select.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { choiceNames, choices, filterNames } from './targets-view.ts';

type TargetFiltersProps = { params: URLSearchParams; change: SetSearchParams; isNarrow: boolean };

/** The filters of the list. Each is a search parameter. Memoized, because the page renders again while its list is scrolled. */
export const TargetFilters = memo(function TargetFilters({ params, change, isNarrow }: TargetFiltersProps) {
  const { data, isError } = useQuery(allTargetsQuery(useClient()));
  const namespaces = useMemo(
    () => (data ? listedTargetsOf(data.items).groups.map((group) => group.namespace) : []),
    [data],
  );
  const isFiltered = filterNames.some((name) => (params.get(name) ?? '') !== '');
  const set = (name: string, value: string) => change({ [name]: value === '' ? null : value }, { replace: true });
  const chosenNamespaces = params.get('namespaces') ?? '';
  const isListed = chosenNamespaces === '' || namespaces.includes(chosenNamespaces);
  const more = (
    <>
      <ClusterSelect param="clusters" clears={['namespaces']} />
      <Select
        aria-label="Namespace"
        className="max-w-44"
        value={chosenNamespaces}
        onChange={(event) => set('namespaces', event.target.value)}
      >
        <option value="">All namespaces</option>
        {data === undefined && isError ? <option disabled>The namespaces could not be loaded</option> : null}
        {/* The address may name several namespaces, or one without targets. */}
        {isListed ? null : <option value={chosenNamespaces}>{chosenNamespaces.replaceAll(',', ', ')}</option>}
        {namespaces.map((namespace) => (
          <option key={namespace} value={namespace}>
            {namespace}
          </option>
        ))}
      </Select>
      {choiceNames.map((name) => (
        <Select
          key={name}
          aria-label={choices[name].label}
          value={params.get(name) ?? ''}
          onChange={(event) => set(name, event.target.value)}
        >
          <option value="">{choices[name].label}</option>
          {choices[name].options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ))}
      <TextFilter name="labels" label="Labels, as in team=payments" params={params} onText={set} isValid={isSelector} />
      <TextFilter
        name="where"
        label="Figures, as in cpu>90,net>1000"
        hint={figureHint}
        params={params}
        onText={set}
        isValid={isFigureFilter}
      />
      {isFiltered ? (
        <Button
          look="quiet"
          onClick={() => change(Object.fromEntries(filterNames.map((name) => [name, null])), { replace: true })}
        >
          Clear
        </Button>
      ) : null}
    </>
  );
  const line = 'flex flex-wrap items-center gap-2';
  return (
    <search className={classNames(line, 'border-b px-4 py-2.5')}>
      <TextFilter name="text" label="Filter by name" params={params} onText={set} />
      {isNarrow ? (
        <details className="w-full">
          <summary className="w-fit cursor-pointer py-1 text-ink-2">More filters</summary>
          <div className={classNames(line, 'pt-2')}>{more}</div>
        </details>
      ) : (
        more
      )}
    </search>
  );
});

const isFigureFilter = (text: string): boolean => text === '' || parseFigureFilter(text) !== null;
const figureHint =
  'Compares with <, <=, > and >=: cpu and memory in percent of the mean request, oom_kills and restarts of the last 7 days, net ' +
  'and cost in dollars a year. With commas, all must hold.';
const isSelector = (text: string): boolean => text === '' || parseLabelSelector(text) !== null;

type TextFilterProps = {
  name: string;
  label: string;
  params: URLSearchParams;
  onText: (name: string, text: string) => void;
  isValid?: (text: string) => boolean;
  /** Explains what can be typed. */
  hint?: string;
};

type TextState = {
  readonly text: string;
  readonly inAddress: string;
  /** Texts that were typed, but that the router has not written to the URL yet. */
  readonly sent: readonly string[];
};

/** Keeps the typed text in its state, because the router updates the URL only after a delay. */
function TextFilter({ name, label, params, onText, isValid = () => true, hint }: TextFilterProps) {
  const inAddress = params.get(name) ?? '';
  const [state, setState] = useState<TextState>({ text: inAddress, inAddress, sent: [] });
  if (state.inAddress !== inAddress) {
    const arrived = state.sent.indexOf(inAddress);
    // The URL was changed elsewhere, for example by Clear or by the back button.
    setState(
      arrived === -1
        ? { text: inAddress, inAddress, sent: [] }
        : { ...state, inAddress, sent: state.sent.slice(arrived + 1) },
    );
  }
  return (
    <Tooltip text={hint} side="bottom">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={state.text}
        aria-invalid={!isValid(state.text)}
        onChange={(event) => {
          const { value } = event.target;
          setState({ ...state, text: value, sent: [...state.sent, value] });
          onText(name, value);
        }}
        className="h-8 w-60 max-w-full rounded-md border border-line-strong bg-surface px-3 text-base aria-invalid:border-danger"
      />
    </Tooltip>
  );
}
