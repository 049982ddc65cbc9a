import type { AdminUser } from "@atoll/contract/administration/schemas";
import { type FormEvent, useState } from "react";
import { DepartmentDot } from "../../../../ui/badge/department-badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { MultiSelect } from "../../../../ui/field/multi-select.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { useDepartments } from "../../departments/api.ts";
import { useRoleOptions } from "../dialogs/use-role-options.ts";
import type { UserDialogProps } from "../dialogs/user-dialog.ts";
import { ChosenPeople } from "./chosen-people.tsx";
import { countPeople, type PeopleWork } from "./use-people-change.ts";

export interface ChangeListsDialogProps extends UserDialogProps {
  kind: "roles" | "departments";
  people: readonly AdminUser[];
  work: PeopleWork;
}

/** Adds and removes roles or departments of several people. Others stay as they are. */
export function ChangeListsDialog({ kind, people, work, open, onClose }: ChangeListsDialogProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const roles = useRoleOptions([]);
  const departments = (useDepartments().data ?? []).map(({ id, name, slug }) => ({
    value: id,
    label: name,
    lead: <DepartmentDot department={slug} />,
  }));
  const options = kind === "roles" ? roles : departments;
  const { title, give, take, note } = words[kind];
  const without = (list: readonly string[]) => options.filter(({ value }) => !list.includes(value));
  function submit(event: FormEvent): void {
    event.preventDefault();
    const lists = { added: [...added], removed: [...removed] };
    work.run(
      people,
      kind === "roles"
        ? { addRoleIds: lists.added, removeRoleIds: lists.removed }
        : { addDepartmentIds: lists.added, removeDepartmentIds: lists.removed },
    );
  }
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button
            disabled={added.length + removed.length === 0}
            loading={work.isBusy}
            type="submit"
            variant="primary"
          >
            Change {countPeople(people.length)}
          </Button>
        </>
      }
      onOpenChange={onClose}
      onSubmit={submit}
      open={open}
      title={`${title} of ${countPeople(people.length)}`}
    >
      {work.error && <InlineAlert tone="error">{work.error}</InlineAlert>}
      <ChosenPeople people={people} />
      <MultiSelect label={give} onValueChange={setAdded} options={without(removed)} value={added} />
      <MultiSelect
        help={note}
        label={take}
        onValueChange={setRemoved}
        options={without(added)}
        value={removed}
      />
    </Dialog>
  );
}

const words = {
  roles: {
    title: "Roles",
    give: "Roles to give",
    take: "Roles to take away",
    note: "People with no roles left become pending and cannot sign in.",
  },
  departments: {
    title: "Departments",
    give: "Departments to add",
    take: "Departments to take away",
    note: undefined,
  },
} as const;
