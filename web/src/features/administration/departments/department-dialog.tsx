import {
  type AdminDepartment,
  descriptionSchema,
  roleNameSchema,
} from "@atoll/contract/administration/schemas";
import { departmentSlug } from "@atoll/contract/departments";
import { useRef, useState } from "react";
import { z } from "zod";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { createDepartment, updateDepartment, useDepartmentRefresh } from "./api.ts";

/** The sections that a new department can start with, which are another feature's. */
export interface FirstSections {
  all: readonly { id: string; name: string; about: string }[];
  /** Adds the chosen ones. */
  add: (departmentId: string, ids: readonly string[]) => Promise<unknown>;
}

export interface DepartmentDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The department as it is now; null makes a new one. */
  department: AdminDepartment | null;
  sections: FirstSections;
  /** A new department is there. */
  onCreated: (department: AdminDepartment) => void;
}

const departmentTextsSchema = z.object({ name: roleNameSchema, description: descriptionSchema });

/** Name and description of a department, and the sections that a new one starts with. */
export function DepartmentDialog(props: DepartmentDialogProps) {
  const { open, onOpenChange, department, sections, onCreated } = props;
  const refresh = useDepartmentRefresh();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const created = useRef<AdminDepartment>(undefined);
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
        : create(texts);
      await saving.finally(() => void refresh());
      return undefined;
    },
    onDone(texts) {
      notify.success(department ? `${texts.name} saved` : `Department ${texts.name} created`);
      onOpenChange(false);
      if (created.current) onCreated(created.current);
    },
  });
  async function create(texts: { name: string; description: string }) {
    const answer = await createDepartment(texts);
    created.current = answer.department;
    if (chosen.length === 0) return;
    // The department is there: what is missing in it can be added later.
    await sections
      .add(answer.department.id, chosen)
      .catch((error: unknown) => notify.error(errorMessage(error, "Failed to add all sections")));
  }
  return (
    <FormDialog
      keptAs={`department/${department?.id ?? "new"}`}
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
      {!department && (
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1.5 font-semibold text-xs">Start with these sections</legend>
          {sections.all.map(({ id, name, about }) => (
            <Checkbox
              key={id}
              label={name}
              help={about}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
        </fieldset>
      )}
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
