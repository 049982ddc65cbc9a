import type { ReactNode } from "react";
import type { AreaGoals, AreaGoalsProps, PaletteParts } from "../area.ts";

export type GoalsOfProps = AreaGoalsProps & { areas: readonly PaletteParts[] };

/** Collects what all areas find for a text: each area adds to it. */
export function GoalsOf(props: GoalsOfProps) {
  return <Adding {...props} soFar={nothing} />;
}

function Adding({
  areas: [area, ...others],
  soFar,
  ...props
}: GoalsOfProps & { soFar: AreaGoals }): ReactNode {
  if (!area) return props.children(soFar);
  return (
    <area.Goals {...props}>
      {(goals) => <Adding {...props} areas={others} soFar={together(soFar, goals)} />}
    </area.Goals>
  );
}

const nothing: AreaGoals = {
  found: [],
  places: [],
  actions: [],
  error: null,
  isSearching: false,
};

function together(one: AreaGoals, other: AreaGoals): AreaGoals {
  return {
    found: [...one.found, ...other.found],
    places: [...one.places, ...other.places],
    actions: [...one.actions, ...other.actions],
    later: [...(one.later ?? []), ...(other.later ?? [])],
    error: one.error ?? other.error,
    isSearching: one.isSearching || other.isSearching,
  };
}
