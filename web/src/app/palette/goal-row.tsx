import { Option, type OptionProps } from "../../ui/list/option.tsx";
import type { Goal, GoalGroup } from "./goal.ts";

export type GoalRowProps = { goal: Goal } & Omit<OptionProps, "className" | "children">;

/** One line of what was found: its mark, what it is called, and what tells it from others. */
export function GoalRow({ goal: { label, note, mark, hint }, ...option }: GoalRowProps) {
  return (
    <Option {...option} className="h-9 max-md:h-11">
      <span className="grid w-6 flex-none place-items-center">{mark}</span>
      <span className="max-w-[70%] flex-none truncate">{label}</span>
      <span className="min-w-0 flex-1 truncate text-muted text-xs">{note}</span>
      {hint}
    </Option>
  );
}

/** Removes entries that are above already, or that an entry above leads to. */
export function withoutKnown(later: readonly GoalGroup[], above: readonly GoalGroup[]): GoalGroup[] {
  const known = new Set(
    above.flatMap(({ goals }) => goals.flatMap(({ id, standsFor = [] }) => [id, ...standsFor])),
  );
  return later.map(({ title, goals }) => ({ title, goals: goals.filter(({ id }) => !known.has(id)) }));
}
