import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AreaGoals, PaletteParts } from "../area.ts";
import { GoalsOf } from "./goals-of.tsx";
import { PaletteWindow } from "./palette-window.tsx";
import { useActionGoals } from "./use-action-goals.tsx";
import { usePlaceGoals } from "./use-place-goals.tsx";

export interface PaletteProps {
  /** The areas' finders. */
  areas: readonly PaletteParts[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
}

/** Goes to any page, and to whatever the areas find, by typing. */
export function Palette(props: PaletteProps) {
  const { areas, open, onOpenChange } = props;
  const [text, setText] = useText(open);
  const navigate = useNavigate();
  function go(path: string) {
    onOpenChange(false);
    void navigate({ href: path });
  }
  return (
    <GoalsOf areas={areas} text={text} onGo={go} onClose={() => onOpenChange(false)}>
      {(goals) => <Filled {...props} goals={goals} text={text} onTextChange={setText} onGo={go} />}
    </GoalsOf>
  );
}

interface FilledProps extends PaletteProps {
  goals: AreaGoals;
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
