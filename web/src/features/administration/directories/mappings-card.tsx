import { type Directory, isSignOnKind, type Mapping } from "@atoll/contract/directories/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { useMutation } from "@tanstack/react-query";
import { ArrowRight, Plus } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Select, type SelectOption } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useDepartments } from "../departments/api.ts";
import { useRoles } from "../roles/api.ts";
import {
  addGroup,
  type ShownMapping,
  setMappings,
  useGroups,
  useMappings,
  useRefreshDirectories,
} from "./api.ts";

/** The roles and departments that groups give: each row has a group, or a value of the attribute, and one of these. */
export function MappingsCard({ directory }: { directory: Directory }) {
  const query = useMappings(directory.id);
  const refresh = useRefreshDirectories();
  const [isAdding, setIsAdding] = useState(false);
  const targets = useTargets();
  const seen = query.data;
  const remove = useMutation({
    mutationFn: (removed: ShownMapping) =>
      setMappings(directory.id, seen?.version ?? 0, seen?.mappings.filter((one) => one !== removed) ?? []),
    onError: (error) => notify.error(errorMessage(error, "Failed to remove")),
    onSettled: () => refresh(),
  });
  const nameOf = (mapping: Mapping) =>
    targets.find(({ value }) => value === keyOfTarget(mapping))?.label ?? "A role or department";
  return (
    <SettingCard
      end={
        <Button disabled={!seen} icon={Plus} onClick={() => setIsAdding(true)} size="sm">
          Add
        </Button>
      }
      text="People in the group have the role or department, and lose it with the group. Others are given by hand."
      title="Groups give"
    >
      {!seen ? (
        <LoadState failure="Failed to load what groups give" query={query}>
          <RowSkeletons label="Loading what groups give" mark={16} rowClassName="border-t px-4 py-2" />
        </LoadState>
      ) : seen.mappings.length === 0 ? (
        <EmptyState title="Groups give nothing yet" />
      ) : (
        <ul aria-label="What groups give">
          {seen.mappings.map((mapping) => (
            <SettingRow
              as="li"
              end={
                <Button
                  aria-label={`Remove ${sourceOf(mapping)}, ${nameOf(mapping)}`}
                  loading={remove.isPending && remove.variables === mapping}
                  onClick={() => remove.mutate(mapping)}
                  size="xs"
                >
                  Remove
                </Button>
              }
              icon={ArrowRight}
              key={sourceOf(mapping) + keyOfTarget(mapping)}
              text={nameOf(mapping)}
              title={sourceOf(mapping)}
            />
          ))}
        </ul>
      )}
      {isAdding && seen && (
        <MappingDialog
          add={(mapping) => setMappings(directory.id, seen.version, [...seen.mappings, mapping])}
          directory={directory}
          onClose={() => setIsAdding(false)}
          targets={targets}
        />
      )}
    </SettingCard>
  );
}

const sourceOf = ({ groupName, departmentValue }: ShownMapping) =>
  groupName ?? `Department “${departmentValue}”`;
const keyOfTarget = ({ roleId, departmentId }: Mapping) =>
  roleId === null ? `department:${departmentId}` : `role:${roleId}`;

/** Every role and department, as a choice. */
function useTargets(): SelectOption<string>[] {
  const roles = useRoles().data ?? [];
  const departments = useDepartments().data ?? [];
  return [
    ...departments.map(({ id, name }) => ({ value: `department:${id}`, label: `Department ${name}` })),
    ...roles
      .filter(({ name }) => name.toLowerCase() !== "pending")
      .map(({ id, name }) => ({ value: `role:${id}`, label: `Role ${roleTitle(name)}` })),
  ];
}

const byAttribute = "attribute";

interface MappingDialogProps {
  directory: Directory;
  targets: readonly SelectOption<string>[];
  add: (mapping: Mapping) => Promise<unknown>;
  onClose: () => void;
}

function MappingDialog({ directory, targets, add, onClose }: MappingDialogProps) {
  const { id: directoryId } = directory;
  const isSignOn = isSignOnKind(directory.kind);
  const refresh = useRefreshDirectories();
  const [search, setSearch] = useState("");
  const groups = useGroups(directoryId, search);
  const form = useForm({
    values: { source: "", departmentValue: "", target: "" },
    schema: mappingFormSchema(isSignOn ? 256 : 200),
    send: async ({ source, departmentValue, target }) => {
      const [kind, id = ""] = target.split(":");
      const isAttribute = source === byAttribute;
      await add({
        groupId: isAttribute
          ? isSignOn
            ? (await addGroup(directoryId, departmentValue)).group.id
            : null
          : source,
        departmentValue: isAttribute && !isSignOn ? departmentValue : null,
        roleId: kind === "role" ? id : null,
        departmentId: kind === "role" ? null : id,
      }).finally(() => refresh());
      onClose();
    },
    fallback: "Failed to add",
  });
  const source = useChoice(form, "source");
  const target = useChoice(form, "target");
  const found = (groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog form={form} onClose={onClose} title="What a group gives" verb="Add">
      <FilterField
        label="Search groups"
        loading={groups.isPlaceholderData && groups.isFetching}
        maxLength={100}
        onChange={setSearch}
        placeholder="Search groups by name"
        value={search}
      />
      <Select
        {...source}
        help={found.length === 0 ? noGroupTexts[isSignOn ? "signOn" : "sent"] : undefined}
        label="Group"
        options={[
          ...found,
          { value: byAttribute, label: isSignOn ? "Another group" : "The attribute department" },
        ]}
      />
      {source.value === byAttribute && (
        <TextField
          {...form.field("departmentValue")}
          autoComplete="off"
          help={
            isSignOn
              ? "As the provider writes it. Entra ID writes the object ID of the group."
              : "As the directory writes it, in any case."
          }
          label={isSignOn ? "Name of the group" : "Value of the attribute"}
        />
      )}
      <Select {...target} label="Gives" options={targets} />
    </FormDialog>
  );
}

const noGroupTexts = {
  signOn: "No groups found. They appear when people sign in, or choose “Another group”.",
  sent: "No groups found. The directory has to send its groups first.",
} as const;

const mappingFormSchema = (maxLength: number) =>
  z
    .object({
      source: z.string().min(1, "Choose a group"),
      departmentValue: z.string().trim().max(maxLength, `Use at most ${maxLength} characters`),
      target: z.string().min(1, "Choose a role or department"),
    })
    .refine(({ source, departmentValue }) => source !== byAttribute || departmentValue !== "", {
      path: ["departmentValue"],
      message: "Enter a value",
    });
