import { type AdminRole, descriptionSchema, roleNameSchema } from "@atoll/contract/administration/schemas";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { isChangedMeanwhile, isNameTaken } from "../../../lib/judge-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useDepartments } from "../departments/api.ts";
import { createRole, updateRole, useRoleCache } from "./api.ts";

export interface RoleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The role as it is now; null makes a new one. */
  role: AdminRole | null;
}

/** Name and description of a role, and for a new one whose it is. */
export function RoleDialog({ open, onOpenChange, role }: RoleDialogProps) {
  const cache = useRoleCache();
  const [form, setForm] = useState({
    name: role?.name ?? "",
    description: role?.description ?? "",
    departmentId: wholeCompany,
  });
  const [errors, setErrors] = useState<{ name?: string; description?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isOutdated = isChangedMeanwhile(failure);

  async function submit() {
    const name = roleNameSchema.safeParse(form.name);
    const description = descriptionSchema.safeParse(form.description);
    setErrors({
      name: name.error?.issues[0]?.message,
      description: description.error?.issues[0]?.message,
    });
    setFailure(null);
    if (!name.success || !description.success || isSaving) return;
    const texts = { name: name.data, description: description.data };
    setIsSaving(true);
    try {
      const saved = role
        ? await updateRole(role.id, { version: role.version, ...texts })
        : await createRole({
            ...texts,
            departmentId: form.departmentId === wholeCompany ? null : form.departmentId,
          });
      cache.keep(saved);
      notify.success(role ? `${saved.name} saved` : `Role ${saved.name} created`);
      onOpenChange(false);
    } catch (error) {
      if (isNameTaken(error)) setErrors({ name: errorMessage(error) });
      else setFailure(error);
    } finally {
      setIsSaving(false);
      void cache.refresh();
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={role ? "Edit role" : "New Role"}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" loading={isSaving}>
            {role ? "Save role" : "Create Role"}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <InlineAlert tone="error">
          {errorMessage(failure)}
          {isOutdated && role && (
            <span className="mt-1 block">
              It is now called “{role.name}”{role.description && `, described as “${role.description}”`}.
            </span>
          )}
        </InlineAlert>
      )}
      <TextField
        label="Name"
        value={form.name}
        error={errors.name}
        help={role?.isBuiltIn ? "A role of Atoll keeps its name." : undefined}
        disabled={role?.isBuiltIn}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setForm({ ...form, name: event.target.value });
          setErrors({ ...errors, name: undefined });
        }}
      />
      <TextArea
        label="Description"
        help="What the role is for, for whoever gives it to people."
        value={form.description}
        error={errors.description}
        maxLength={500}
        onChange={(event) => setForm({ ...form, description: event.target.value })}
      />
      {!role && (
        <DepartmentSelect
          value={form.departmentId}
          onValueChange={(departmentId) => setForm({ ...form, departmentId })}
        />
      )}
    </Dialog>
  );
}

const wholeCompany = "company";

function DepartmentSelect(props: { value: string; onValueChange: (value: string) => void }) {
  const { data: departments = [] } = useDepartments();
  return (
    <Select
      {...props}
      label="Belongs to"
      help="A role of a department is listed with it. It cannot be moved later."
      options={[
        { value: wholeCompany, label: "The whole company" },
        ...departments.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
