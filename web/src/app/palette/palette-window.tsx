import { findNames } from "@atoll/contract/text/find-names";
import { Kbd } from "../../ui/badge/kbd.tsx";
import { CommandDialog } from "../../ui/dialog/command-dialog.tsx";
import { OptionGroup } from "../../ui/list/option-group.tsx";
import { useOptionList } from "../../ui/list/use-option-list.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import type { GoalGroup } from "./goal.ts";
import { GoalRow, withoutKnown } from "./goal-row.tsx";

export interface PaletteWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  text: string;
  onTextChange: (text: string) => void;
  /** The results found so far for the text. */
  found: readonly GoalGroup[];
  /** The entries found by name. */
  named: readonly GoalGroup[];
  /** The server's results: below all others, without duplicates. */
  later: readonly GoalGroup[];
  error: string | null;
  isSearching: boolean;
}

/** The field of the palette and what it leads to: the focus stays in it, the arrows move, Enter goes. */
export function PaletteWindow(props: PaletteWindowProps) {
  const { open, onOpenChange, text, onTextChange, found, named, later, error, isSearching } = props;
  const above = [...found, ...named.map(({ title, goals }) => ({ title, goals: findNames(goals, text) }))];
  const groups = [...above, ...withoutKnown(later, above)].filter(({ goals }) => goals.length > 0);
  const goals = groups.flatMap((group) => group.goals);
  const list = useOptionList({
    count: goals.length,
    key: text,
    // An entry with a matching name comes before "show all results", even if it arrives later.
    first: Math.max(
      0,
      goals.findIndex(({ isLast }) => !isLast),
    ),
    onChoose: (index) => goals[index]?.run(),
  });
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
      <div id={list.listId} role="listbox" aria-label="Results">
        {groups.map((group) => (
          <OptionGroup key={group.title} title={group.title}>
            {group.goals.map((goal) => (
              <GoalRow key={goal.id} goal={goal} {...list.option(goals.indexOf(goal))} />
            ))}
          </OptionGroup>
        ))}
      </div>
      {/* Below what was found all the same, which it would push down when it comes. */}
      {error && (
        <div className="pt-2">
          <InlineAlert tone="error">{error}</InlineAlert>
        </div>
      )}
      {goals.every(({ isLast }) => isLast) && !isSearching && !error && (
        <p
          role="status"
          className="px-2 py-8 text-center text-muted"
        >{`No results found for "${text.trim()}"`}</p>
      )}
    </CommandDialog>
  );
}
