import { maxPeopleAtOnce } from "@atoll/contract/administration/limits";
import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canAssignRoles, canManageUsers } from "@atoll/contract/permissions";
import { CircleCheck, CircleOff, Map as MapIcon, Shield } from "lucide-react";
import { useState } from "react";
import { useShortcut } from "../../../../lib/page/shortcuts.ts";
import { useViewer } from "../../../../lib/session/use-session.tsx";
import { BarButton } from "../../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../../ui/list/selection-bar.tsx";
import { ChangeListsDialog } from "./change-lists-dialog.tsx";
import { DisableManyDialog } from "./disable-many-dialog.tsx";
import { OutcomesDialog } from "./outcomes-dialog.tsx";
import { usePeopleChange } from "./use-people-change.ts";
import type { PeopleSelection } from "./use-people-selection.ts";

const clearShortcut = { does: "Clear the selection", keys: ["Escape"] };

type Act = "roles" | "departments" | "disable" | "enable";

interface Opened {
  act: Act;
  /** As they were chosen when it was opened. */
  people: readonly AdminUser[];
  isOpen: boolean;
  /** Counts how often it was opened, so that each dialog starts fresh. */
  opening: number;
}

/** The bulk actions for the selected people. People who could not be changed are listed. */
export function PeopleBar({ selection }: { selection: PeopleSelection }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened((before) => before && { ...before, isOpen: false });
  const work = usePeopleChange({ onDone: close, onKeep: selection.keep });
  const start = (act: Act) => {
    work.forget();
    const people = [...selection.chosen.values()];
    setOpened((before) => ({ act, people, isOpen: true, opening: (before?.opening ?? 0) + 1 }));
  };
  const shared = opened && { open: opened.isOpen, onClose: close, people: opened.people, work };
  return (
    <>
      {selection.chosen.size > 0 && (
        <>
          {/* Room for the bar below the pager, which it would lie over. */}
          <div className="h-16 max-md:h-20" />
          <Bar onStart={start} selection={selection} />
        </>
      )}
      {shared && (opened.act === "roles" || opened.act === "departments") && (
        <ChangeListsDialog key={opened.opening} {...shared} kind={opened.act} />
      )}
      {shared && (opened.act === "disable" || opened.act === "enable") && (
        <DisableManyDialog key={opened.opening} {...shared} isDisabled={opened.act === "disable"} />
      )}
      <OutcomesDialog onClose={work.forget} outcomes={work.outcomes} />
    </>
  );
}

function Bar({ selection, onStart }: { selection: PeopleSelection; onStart: (act: Act) => void }) {
  const viewer = useViewer();
  const clear = () => selection.keep(new Set());
  useShortcut(clearShortcut, clear);
  return (
    <SelectionBar
      count={selection.chosen.size}
      label="Selected people"
      most={maxPeopleAtOnce}
      onClear={clear}
    >
      {canAssignRoles(viewer) && <BarButton icon={Shield} label="Roles" onClick={() => onStart("roles")} />}
      {canManageUsers(viewer) && (
        <>
          <BarButton icon={MapIcon} label="Departments" onClick={() => onStart("departments")} />
          <BarButton icon={CircleOff} label="Disable" onClick={() => onStart("disable")} />
          <BarButton icon={CircleCheck} label="Enable" onClick={() => onStart("enable")} />
        </>
      )}
    </SelectionBar>
  );
}
