import { type AdminRole, descriptionSchema, roleNameSchema } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useDepartments } from "../departments/api.ts";
import { createRole, updateRole, useRoleCache } from "./api.ts";

export interface RoleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The role as it is now; null makes a new one. */
  role: AdminRole | null;
  /** True if somebody else has deleted it. */
  isGone: boolean;
}

/** Form for a role's name and description, and for a new one the department. */
export function RoleDialog({ open, onOpenChange, role, isGone }: RoleDialogProps) {
  const cache = useRoleCache();
  const form = useEditForm({
    stored: {
      values: {
        name: role?.name ?? "",
        description: role?.description ?? "",
        departmentId: wholeCompany,
      },
      version: role?.version ?? 0,
    },
    schema: roleFormSchema,
    async fetchNewest() {
      await cache.refresh();
      return undefined;
    },
    async save({ departmentId, ...texts }, { version, pick }) {
      const saving = role
        ? updateRole(role.id, { version, ...pick(texts) })
        : createRole({ ...texts, departmentId: departmentId === wholeCompany ? null : departmentId });
      cache.keep(await saving.finally(() => void cache.refresh()));
      return undefined;
    },
    onDone({ name }) {
      notify.success(role ? `${roleTitle(name)} saved` : `Role ${roleTitle(name)} created`);
      onOpenChange(false);
    },
  });
  return (
    <FormDialog
      keptAs={`role/${role?.id ?? "new"}`}
      form={form}
      open={open}
      onClose={() => onOpenChange(false)}
      title={role ? "Edit role" : "New Role"}
      verb={role ? "Save role" : "Create Role"}
      isDisabled={isGone}
      alert={
        <>
          {isGone && <InlineAlert tone="error">{roleGone}</InlineAlert>}
          {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        </>
      }
    >
      <FormClashes form={form} labels={{ name: "Name", description: "Description" }} />
      <TextField
        {...form.field("name")}
        label="Name"
        help={role?.isBuiltIn ? "A role of Atoll keeps its name." : undefined}
        disabled={role?.isBuiltIn}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <TextArea
        {...form.field("description")}
        label="Description"
        help="Shown to people who assign the role."
        maxLength={500}
      />
      {!role && <DepartmentSelect form={form} />}
    </FormDialog>
  );
}

export const roleGone = "Someone else has deleted this role.";
const wholeCompany = "company";

const roleFormSchema = z.object({
  name: roleNameSchema,
  description: descriptionSchema,
  departmentId: z.string(),
});

function DepartmentSelect({ form }: { form: Form<z.input<typeof roleFormSchema>> }) {
  const { data: departments = [] } = useDepartments();
  return (
    <Select
      {...useChoice(form, "departmentId")}
      label="Belongs to"
      help="A role of a department is listed with it. It cannot be moved later."
      options={[
        { value: wholeCompany, label: "The whole company" },
        ...departments.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
