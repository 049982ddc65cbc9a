import {
  type GitConnection,
  type GitProvider,
  newGitConnectionSchema,
} from "@atoll/contract/git-links/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChoice, useToggle } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { SearchChoice } from "../../ui/list/search-choice.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { changeConnection, connectionsKey, createConnection, useDepartments } from "./api.ts";

export const providerNames: Record<GitProvider, string> = {
  github: "GitHub, Gitea or Forgejo",
  gitlab: "GitLab",
};
const providerOptions = (["github", "gitlab"] as const).map((value) => ({
  value,
  label: providerNames[value],
}));

const { name, provider, movesOpened, movesMerged } = newGitConnectionSchema.shape;
const editSchema = z.object({ name, movesOpened, movesMerged });
interface Named {
  id: string;
  name: string;
}
const newSchema = z.object({
  ...{ name, provider, movesOpened, movesMerged },
  department: z.custom<Named | null>((department) => department !== null, "Choose a department"),
});

/** Connects a repository with a department. */
export function NewConnectionDialog({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (connection: GitConnection, secret: string) => void;
}) {
  const queryClient = useQueryClient();
  // The same for every attempt, so that a lost answer makes no second connection.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: {
      ...{ name: "", provider: "github" as GitProvider, department: null as Named | null },
      ...{ movesOpened: false, movesMerged: false },
    },
    schema: newSchema,
    send: async ({ department, ...given }) => {
      if (!department) return;
      const { connection, secret } = await createConnection({ id, departmentId: department.id, ...given });
      onMade(connection, secret);
      onClose();
      await queryClient.invalidateQueries({ queryKey: connectionsKey });
    },
    fallback: "Failed to create the connection",
  });
  const [opened, merged] = [useToggle(form, "movesOpened"), useToggle(form, "movesMerged")];
  const system = useChoice(form, "provider");
  const department = useChoice(form, "department");
  return (
    <FormDialog
      description="Branches, commits and pull requests that name a task or bug of the department are shown on it."
      form={form}
      onClose={onClose}
      title="New repository connection"
      verb="Create connection"
      width={560}
    >
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help="The repository, such as “harbour/site”."
        label="Name"
      />
      <Select {...system} label="System" options={providerOptions} />
      <DepartmentChoice {...department} />
      <MoveFields merged={merged} opened={opened} />
    </FormDialog>
  );
}

/** Changes the name of a connection, and what it moves. */
export function EditConnectionDialog({
  connection,
  onClose,
}: {
  connection: GitConnection;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: connectionsKey });
  const form = useEditForm({
    stored: {
      values: {
        ...{ name: connection.name, movesOpened: connection.movesOpened },
        movesMerged: connection.movesMerged,
      },
      version: connection.version,
    },
    schema: editSchema,
    async fetchNewest() {
      await refresh();
      return undefined;
    },
    async save(values, { version, pick }) {
      await changeConnection(connection.id, { version, ...pick(values) }).finally(() => void refresh());
      return undefined;
    },
    onDone: onClose,
    fallback: "Failed to save the connection",
  });
  const [opened, merged] = [useToggle(form, "movesOpened"), useToggle(form, "movesMerged")];
  return (
    <FormDialog
      keptAs={`git-connection/${connection.id}`}
      form={form}
      onClose={onClose}
      title={`Edit ${connection.name}`}
      verb="Save connection"
      width={560}
    >
      <FormClashes form={form} labels={{ name: "Name", ...moveLabels }} />
      <TextField {...form.field("name")} autoComplete="off" label="Name" />
      <MoveFields merged={merged} opened={opened} />
    </FormDialog>
  );
}

const moveLabels = {
  movesOpened: "Opened: move to “In Progress”",
  movesMerged: "Merged: move to “Done”",
};

type Toggled = ReturnType<typeof useToggle>;

function MoveFields({ opened, merged }: { opened: Toggled; merged: Toggled }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold text-xs">When a pull request is</legend>
      <Checkbox {...opened} label={moveLabels.movesOpened} />
      <Checkbox {...merged} label={moveLabels.movesMerged} />
    </fieldset>
  );
}

/** Finds the department by its name. */
function DepartmentChoice({
  value,
  onValueChange,
  error,
  ref,
}: {
  value: Named | null;
  onValueChange: (value: Named | null) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), 200);
  const { data, error: failure, isFetching, refetch } = useDepartments(search);
  return (
    <SearchChoice
      chosen={value?.name}
      empty={`No department found for "${search}"`}
      error={error}
      failure={failure ? errorMessage(failure, "Search failed") : null}
      label="Search departments"
      listLabel="Departments"
      loading={isFetching}
      onChoose={(key) => onValueChange(data?.departments.find(({ id }) => id === key) ?? null)}
      onClear={() => onValueChange(null)}
      onRetry={() => void refetch()}
      onTextChange={setText}
      options={(data?.departments ?? []).map(({ id, name: title }) => ({
        ...{ id, title, detail: "" },
        mark: <Building2 className="size-4 text-faint" />,
      }))}
      query={search}
      ref={ref}
      text={text}
      title="Department"
    />
  );
}
