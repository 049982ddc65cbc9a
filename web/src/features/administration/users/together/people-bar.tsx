import { maxPeopleAtOnce } from "@atoll/contract/administration/limits";
import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canAssignRoles, canManageUsers } from "@atoll/contract/permissions";
import { CircleCheck, CircleOff, Map as MapIcon, Shield } from "lucide-react";
import { useState } from "react";
import { departmentOptions } from "../../../../capabilities/people/department-options.tsx";
import { countPeople } from "../../../../lib/counted.ts";
import { useChoice } from "../../../../lib/form/use-choice.ts";
import { useForm } from "../../../../lib/form/use-form.ts";
import { useShortcut } from "../../../../lib/page/shortcuts.ts";
import { useViewer } from "../../../../lib/session/use-session.tsx";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { MultiSelect } from "../../../../ui/field/multi-select.tsx";
import { BarButton } from "../../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../../ui/list/selection-bar.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { useDepartments } from "../../departments/api.ts";
import { useRoleOptions } from "../dialogs/use-role-options.ts";
import type { UserDialogProps } from "../dialogs/user-dialog.ts";
import { OutcomesDialog } from "./outcomes-dialog.tsx";
import { type PeopleWork, usePeopleChange } from "./use-people-change.ts";
import type { PeopleSelection } from "./use-people-selection.ts";

/** More names than these are counted. */
const mostNamed = 8;

/** The names of the people affected by a change. */
function ChosenPeople({ people }: { people: readonly AdminUser[] }) {
  const more = people.length - mostNamed;
  const names = people.slice(0, more > 0 ? mostNamed : undefined).map(({ name }) => name);
  return (
    <p className="break-words text-muted">
      {names.join(", ")}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

interface ChangeListsDialogProps extends UserDialogProps {
  kind: "roles" | "departments";
  people: readonly AdminUser[];
  work: PeopleWork;
}

/** Adds and removes roles or departments of several people. Others stay as they are. */
function ChangeListsDialog({ kind, people, work, open, onClose }: ChangeListsDialogProps) {
  const form = useForm({
    values: { added: [] as string[], removed: [] as string[] },
    send: ({ added, removed }) =>
      work.run(
        people,
        kind === "roles"
          ? { addRoleIds: added, removeRoleIds: removed }
          : { addDepartmentIds: added, removeDepartmentIds: removed },
      ),
  });
  const added = useChoice(form, "added");
  const removed = useChoice(form, "removed");
  const roles = useRoleOptions([]);
  const departments = departmentOptions(useDepartments().data ?? []);
  const options = kind === "roles" ? roles : departments;
  const { title, give, take, note } = words[kind];
  const without = (list: readonly string[]) => options.filter(({ value }) => !list.includes(value));
  return (
    <FormDialog
      form={{ ...form, isSending: work.isBusy }}
      open={open}
      onClose={onClose}
      title={`${title} of ${countPeople(people.length)}`}
      verb={`Change ${countPeople(people.length)}`}
      isDisabled={added.value.length + removed.value.length === 0}
      alert={work.error && <InlineAlert tone="error">{work.error}</InlineAlert>}
    >
      <ChosenPeople people={people} />
      <MultiSelect {...added} label={give} options={without(removed.value)} />
      <MultiSelect {...removed} help={note} label={take} options={without(added.value)} />
    </FormDialog>
  );
}

const words = {
  roles: {
    title: "Roles",
    give: "Roles to give",
    take: "Roles to remove",
    note: "People with no roles left become pending and cannot sign in.",
  },
  departments: {
    title: "Departments",
    give: "Departments to add",
    take: "Departments to remove",
    note: undefined,
  },
} as const;

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

interface DisableManyDialogProps extends UserDialogProps {
  people: readonly AdminUser[];
  isDisabled: boolean;
  work: PeopleWork;
}

/** Asks before several accounts are disabled or enabled. */
function DisableManyDialog({ people, isDisabled, work, open, onClose }: DisableManyDialogProps) {
  const verb = `${isDisabled ? "Disable" : "Enable"} ${countPeople(people.length)}`;
  return (
    <ConfirmDialog
      choice={<ChosenPeople people={people} />}
      error={work.error}
      loading={work.isBusy}
      onConfirm={() => work.run(people, { isDisabled })}
      onClose={onClose}
      open={open}
      title={verb}
      tone={isDisabled ? "danger" : "primary"}
      verb={verb}
    >
      {isDisabled
        ? "They are signed out everywhere immediately and can no longer sign in. Nothing of theirs is lost, and the accounts can be enabled again."
        : "They can sign in again, with the passwords, roles and departments that they had."}
    </ConfirmDialog>
  );
}
