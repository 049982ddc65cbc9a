import {
  type AdminDepartment,
  descriptionSchema,
  roleNameSchema,
} from "@atoll/contract/administration/schemas";
import { departmentSlug } from "@atoll/contract/departments";
import { z } from "zod";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { createDepartment, updateDepartment, useDepartmentRefresh } from "./api.ts";

export interface DepartmentDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The department as it is now; null makes a new one. */
  department: AdminDepartment | null;
}

const departmentTextsSchema = z.object({ name: roleNameSchema, description: descriptionSchema });

/** Name and description of a department. */
export function DepartmentDialog({ open, onOpenChange, department }: DepartmentDialogProps) {
  const refresh = useDepartmentRefresh();
  const form = useEditForm({
    stored: {
      values: { name: department?.name ?? "", description: department?.description ?? "" },
      version: department?.version ?? 0,
    },
    schema: departmentTextsSchema,
    async fetchNewest() {
      await refresh();
      return undefined;
    },
    async save(texts, { version, pick }) {
      const saving = department
        ? updateDepartment(department.id, { version, ...pick(texts) })
        : createDepartment(texts);
      await saving.finally(() => void refresh());
      return undefined;
    },
    onDone(texts) {
      notify.success(department ? `${texts.name} saved` : `Department ${texts.name} created`);
      onOpenChange(false);
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={() => onOpenChange(false)}
      title={department ? "Edit department" : "New Department"}
      verb={department ? "Save department" : "Create Department"}
    >
      <FormClashes form={form} labels={{ name: "Name", description: "Description" }} />
      <TextField
        {...form.field("name")}
        label="Name"
        help={addressHelp(department, form.watch("name"))}
        maxLength={100}
        autoComplete="off"
      />
      <TextArea {...form.field("description")} label="Description" maxLength={500} />
    </FormDialog>
  );
}

/** Links to a department outlive its name, so the address is chosen once. */
function addressHelp(department: AdminDepartment | null, name: string): string | undefined {
  if (department) return `Its address stays /${department.slug}, so that links keep working.`;
  return name.trim()
    ? `Its address will be /${departmentSlug(name)}, and stays when it is renamed.`
    : undefined;
}
