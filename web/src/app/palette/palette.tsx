import { findNames } from "@atoll/contract/text/find-names";
import { useNavigate } from "@tanstack/react-router";
import { Keyboard } from "lucide-react";
import { useState } from "react";
import { keyCaps } from "../../lib/page/shortcuts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { KeyCaps } from "../../ui/badge/key-caps.tsx";
import { CommandDialog } from "../../ui/dialog/command-dialog.tsx";
import { KeyHints } from "../../ui/list/key-hints.tsx";
import { OptionGroup } from "../../ui/list/option-group.tsx";
import { useOptionList } from "../../ui/list/use-option-list.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import type { AreaPlace } from "../area.ts";
import { departmentHome, departmentSections } from "../navigation/department-places.ts";
import type { Place } from "../navigation/place.ts";
import { placesOf } from "../navigation/places-of.ts";
import { useAreas } from "../use-areas.ts";
import type { FoundGoals, Goal, GoalGroup } from "./goal.ts";
import { GoalRow, withoutKnown } from "./goal-row.tsx";
import { GoalsOf } from "./goals-of.tsx";

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
}

/** Goes to any page, and to whatever the areas find, by typing. */
export function Palette(props: PaletteProps) {
  const { open, onOpenChange } = props;
  const [text, setText] = useText(open);
  const navigate = useNavigate();
  function go(path: string) {
    onOpenChange(false);
    void navigate({ href: path });
  }
  return (
    <GoalsOf text={text} onGo={go} onClose={() => onOpenChange(false)}>
      {(goals) => <Filled {...props} goals={goals} text={text} onTextChange={setText} onGo={go} />}
    </GoalsOf>
  );
}

interface FilledProps extends PaletteProps {
  goals: FoundGoals;
  text: string;
  onTextChange: (text: string) => void;
  onGo: (path: string) => void;
}

function Filled({ goals, text, onGo, onShowShortcuts, ...window }: FilledProps) {
  const places = usePlaceGoals(goals.places, onGo);
  const actions = useActionGoals(goals.actions, onShowShortcuts);
  return (
    <PaletteWindow
      {...window}
      text={text}
      found={goals.found}
      later={goals.later ?? []}
      named={[
        { title: "Go to", goals: places },
        { title: "Actions", goals: actions },
      ]}
      error={text.trim() === "" ? null : goals.error}
      isSearching={goals.isSearching}
    />
  );
}

/** Each opening begins empty. */
function useText(isOpen: boolean): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState("");
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setText("");
  }
  return [text, setText];
}

interface PaletteWindowProps {
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
function PaletteWindow(props: PaletteWindowProps) {
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
      onClose={() => onOpenChange(false)}
      label="Go anywhere"
      loading={isSearching}
      field={{
        ...list.field,
        value: text,
        maxLength: 100,
        onChange: (event) => onTextChange(event.target.value.replace(/\p{Cc}/gu, " ")),
      }}
      footer={<KeyHints />}
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

/** Returns the actions that are available everywhere. */
function useActionGoals(ofAreas: readonly Goal[], onShowShortcuts: () => void): Goal[] {
  return [
    ...ofAreas,
    {
      id: "shortcuts",
      label: "Keyboard shortcuts",
      mark: <Keyboard className="size-4 text-faint" />,
      hint: <KeyCaps caps={keyCaps("?")} />,
      run: onShowShortcuts,
    },
  ];
}

/** The pages that the viewer may open: those of the navigation, what areas add, the departments', and the rest. */
function usePlaceGoals(ofAreas: readonly Goal[], onGo: (path: string) => void): Goal[] {
  const viewer = useViewer();
  const all = placesOf(useAreas());
  const offered = all.filter(
    ({ group, isOffered, canOpen }) => (group || isOffered) && (!canOpen || canOpen(viewer)),
  );
  const isInNavigation = ({ group }: AreaPlace) => group === "main" || group === "tools";
  const asGoal = ({ path, label, icon: Icon }: Place, note?: string): Goal => ({
    id: path,
    label,
    note,
    also: note,
    mark: Icon && <Icon className="size-4 text-faint" />,
    run: () => onGo(path),
  });
  const above = (place: Place) => all.find(({ path }) => path === place.parent)?.label;
  return [
    ...offered.filter(isInNavigation).map((place) => asGoal(place)),
    ...ofAreas,
    ...viewer.departments.flatMap((department) => [
      asGoal(departmentHome(department)),
      ...departmentSections(department.slug).map((place) => asGoal(place, department.name)),
    ]),
    ...offered.filter((place) => !isInNavigation(place)).map((place) => asGoal(place, above(place))),
  ];
}
