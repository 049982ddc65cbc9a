import {
  type AdminDepartment,
  descriptionSchema,
  roleNameSchema,
} from "@atoll/contract/administration/schemas";
import { departmentSlug } from "@atoll/contract/departments";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { isChangedMeanwhile, isNameTaken } from "../../../lib/judge-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { createDepartment, updateDepartment, useDepartmentRefresh } from "./api.ts";

export interface DepartmentDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The department as it is now; null makes a new one. */
  department: AdminDepartment | null;
}

/** Name and description of a department. */
export function DepartmentDialog({ open, onOpenChange, department }: DepartmentDialogProps) {
  const refresh = useDepartmentRefresh();
  const [form, setForm] = useState({
    name: department?.name ?? "",
    description: department?.description ?? "",
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
      if (department) await updateDepartment(department.id, { version: department.version, ...texts });
      else await createDepartment(texts);
      notify.success(department ? `${texts.name} saved` : `Department ${texts.name} created`);
      onOpenChange(false);
    } catch (error) {
      if (isNameTaken(error)) setErrors({ name: errorMessage(error) });
      else setFailure(error);
    } finally {
      setIsSaving(false);
      void refresh();
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={department ? "Edit department" : "New Department"}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" loading={isSaving}>
            {department ? "Save department" : "Create Department"}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <InlineAlert tone="error">
          {errorMessage(failure)}
          {isOutdated && department && (
            <span className="mt-1 block">
              It is now called “{department.name}”
              {department.description && `, described as “${department.description}”`}.
            </span>
          )}
        </InlineAlert>
      )}
      <TextField
        label="Name"
        help={addressHelp(department, form.name)}
        value={form.name}
        error={errors.name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => {
          setForm({ ...form, name: event.target.value });
          setErrors({ ...errors, name: undefined });
        }}
      />
      <TextArea
        label="Description"
        value={form.description}
        error={errors.description}
        maxLength={500}
        onChange={(event) => setForm({ ...form, description: event.target.value })}
      />
    </Dialog>
  );
}

/** Links to a department outlive its name, so the address is chosen once. */
function addressHelp(department: AdminDepartment | null, name: string): string | undefined {
  if (department) return `Its address stays /${department.slug}, so that links keep working.`;
  return name.trim()
    ? `Its address will be /${departmentSlug(name)}, and stays when it is renamed.`
    : undefined;
}
