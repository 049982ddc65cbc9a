import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";
import { OptionGroup } from "../../ui/list/option-group.tsx";
import { useOptionList } from "../../ui/list/use-option-list.ts";
import type { FoundGoals, GoalGroup } from "./goal.ts";
import { GoalRow, withoutKnown } from "./goal-row.tsx";
import { GoalsOf } from "./goals-of.tsx";

export interface HeaderGoalsProps {
  text: string;
  /** The box above, which keeps the focus. */
  field: RefObject<HTMLInputElement | null>;
  /** Is given what answers its keys. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
  onGo: (path: string) => void;
  onClose: () => void;
}

/** The limit for each group of cached results. */
const maxHeld = 3;

/** The suggestions of the header's search box while a person types: cached ones immediately, the server's below. */
export function HeaderGoals(props: HeaderGoalsProps) {
  const { text, onGo, onClose } = props;
  function go(path: string) {
    onClose();
    onGo(path);
  }
  return (
    <GoalsOf text={text} onGo={go} onClose={onClose}>
      {(goals) => <Listed {...props} goals={goals} />}
    </GoalsOf>
  );
}

function Listed({ goals: all, text, field, keys, onClose }: HeaderGoalsProps & { goals: FoundGoals }) {
  const held = all.found.map(({ title, goals }): GoalGroup => ({ title, goals: goals.slice(0, maxHeld) }));
  const found = [...held, ...withoutKnown(all.later ?? [], held)];
  // The way to all results is first and marked, so Enter goes there, and the first ArrowDown to the first result.
  const groups = [
    { title: "Search", goals: found.flatMap(({ goals }) => goals.filter(({ isLast }) => isLast)) },
    ...found.map(({ title, goals }) => ({ title, goals: goals.filter(({ isLast }) => !isLast) })),
  ].filter(({ goals }) => goals.length > 0);
  const goals = groups.flatMap((group) => group.goals);
  const list = useOptionList({
    count: goals.length,
    key: text,
    onChoose(index) {
      onClose();
      goals[index]?.run();
    },
  });
  const { onKeyDown, ...wiring } = list.field;
  const attributes = JSON.stringify(wiring);
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    const entries = Object.entries<unknown>(JSON.parse(attributes));
    for (const [name, value] of entries) input.setAttribute(name, String(value));
    if (!attributes.includes("aria-activedescendant")) input.removeAttribute("aria-activedescendant");
    return () => {
      for (const [name] of entries) input.removeAttribute(name);
    };
  }, [attributes, field]);
  useLayoutEffect(() => {
    keys.current = (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        onClose();
      } else onKeyDown(event);
    };
    return () => {
      keys.current = null;
    };
  });
  return (
    <div className="absolute inset-x-0 top-full z-popover mt-1 max-h-[min(480px,70vh)] overflow-y-auto rounded-lg border bg-surface-raised px-2 pb-2 shadow-3">
      <div id={list.listId} role="listbox" aria-label="Suggestions">
        {groups.map((group) => (
          <OptionGroup key={group.title} title={group.title}>
            {group.goals.map((goal) => {
              const option = list.option(goals.indexOf(goal));
              return <GoalRow key={goal.id} goal={goal} {...option} />;
            })}
          </OptionGroup>
        ))}
      </div>
    </div>
  );
}
