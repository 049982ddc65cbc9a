import { findNames } from "@atoll/contract/find-names";
import { Kbd } from "../../ui/badge/kbd.tsx";
import { CommandDialog } from "../../ui/dialog/command-dialog.tsx";
import { Option, type OptionProps } from "../../ui/list/option.tsx";
import { OptionGroup } from "../../ui/list/option-group.tsx";
import { useOptionList } from "../../ui/list/use-option-list.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import type { Goal, GoalGroup } from "./goal.ts";

export interface PaletteWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  text: string;
  onTextChange: (text: string) => void;
  /** What was found for the text already. */
  found: readonly GoalGroup[];
  /** What is found by its name, here. */
  named: readonly GoalGroup[];
  error: string | null;
  isSearching: boolean;
}

/** The field of the palette and what it leads to: the focus stays in it, the arrows move, Enter goes. */
export function PaletteWindow(props: PaletteWindowProps) {
  const { open, onOpenChange, text, onTextChange, found, named, error, isSearching } = props;
  const groups = [
    ...found,
    ...named.map(({ title, goals }) => ({ title, goals: findNames(goals, text) })),
  ].filter(({ goals }) => goals.length > 0);
  const goals = groups.flatMap((group) => group.goals);
  const list = useOptionList({ count: goals.length, key: text, onChoose: (index) => goals[index]?.run() });
  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      label="Go anywhere"
      loading={isSearching}
      field={{
        ...list.field,
        value: text,
        maxLength: 100,
        onChange: (event) => onTextChange(event.target.value.replace(/\p{Cc}/gu, " ")),
      }}
      footer={
        <>
          <span className="flex items-center gap-1">
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> Move
          </span>
          <span className="flex items-center gap-1">
            <Kbd>↵</Kbd> Open
          </span>
          <span className="flex items-center gap-1">
            <Kbd>Esc</Kbd> Close
          </span>
        </>
      }
    >
      {error && (
        <div className="pt-2">
          <InlineAlert tone="error">{error}</InlineAlert>
        </div>
      )}
      <div id={list.listId} role="listbox" aria-label="Results">
        {groups.map((group) => (
          <OptionGroup key={group.title} title={group.title}>
            {group.goals.map((goal) => (
              <GoalRow key={goal.id} goal={goal} {...list.option(goals.indexOf(goal))} />
            ))}
          </OptionGroup>
        ))}
      </div>
      {goals.length === 0 && !isSearching && (
        <p
          role="status"
          className="px-2 py-8 text-center text-muted"
        >{`No results found for "${text.trim()}"`}</p>
      )}
    </CommandDialog>
  );
}

type GoalRowProps = { goal: Goal } & Omit<OptionProps, "className" | "children">;

function GoalRow({ goal: { label, note, mark, hint }, ...option }: GoalRowProps) {
  return (
    <Option {...option} className="h-9 max-md:h-11">
      <span className="grid w-6 flex-none place-items-center">{mark}</span>
      <span className="max-w-[70%] flex-none truncate">{label}</span>
      <span className="min-w-0 flex-1 truncate text-muted text-xs">{note}</span>
      {hint}
    </Option>
  );
}
