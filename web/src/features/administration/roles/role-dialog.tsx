import { type AdminRole, descriptionSchema, roleNameSchema } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { type Form, useForm } from "../../../lib/form/use-form.ts";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useDepartments } from "../departments/api.ts";
import { useSeenVersion } from "../use-seen-version.ts";
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
  const seen = useSeenVersion(role?.version);
  const form = useForm({
    values: {
      name: role?.name ?? "",
      description: role?.description ?? "",
      departmentId: wholeCompany,
    },
    schema: roleFormSchema,
    send: async ({ departmentId, ...texts }) => {
      const saving = role
        ? updateRole(role.id, { version: seen.version, ...texts }).catch(seen.refused)
        : createRole({ ...texts, departmentId: departmentId === wholeCompany ? null : departmentId });
      const saved = await saving.finally(() => void cache.refresh());
      cache.keep(saved);
      notify.success(role ? `${roleTitle(saved.name)} saved` : `Role ${roleTitle(saved.name)} created`);
      onOpenChange(false);
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={role ? "Edit role" : "New Role"}
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" disabled={isGone} loading={form.isSending}>
            {role ? "Save role" : "Create Role"}
          </Button>
        </>
      }
    >
      {isGone && <InlineAlert tone="error">{roleGone}</InlineAlert>}
      {role && !isGone && seen.isMoved && open && !form.isSending && !form.failure && (
        <InlineAlert tone="notice">
          Someone else changed this role while you were editing. It is now called “{roleTitle(role.name)}”
          {role.description && `, described as “${role.description}”`}. What you typed is kept.
        </InlineAlert>
      )}
      {form.failure && (
        <InlineAlert tone="error">
          {form.failure.text}
          {role && isChangedMeanwhile(form.failure.error) && (
            <span className="mt-1 block">
              It is now called “{roleTitle(role.name)}”
              {role.description && `, described as “${role.description}”`}.
            </span>
          )}
        </InlineAlert>
      )}
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
    </Dialog>
  );
}

export const roleGone = "Somebody else has deleted this role.";
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
