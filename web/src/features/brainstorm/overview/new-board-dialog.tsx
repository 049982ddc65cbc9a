import type { BoardTemplateName } from "@atoll/contract/brainstorm/limits";
import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { boardTitleSchema, type NewGrant } from "@atoll/contract/brainstorm/schemas";
import { boardTemplates } from "@atoll/contract/brainstorm/templates";
import { useState } from "react";
import { z } from "zod";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";

export interface NewBoardDialogProps {
  template: BoardTemplateName;
  onClose: () => void;
  onCreated: (boardId: string) => void;
}

const formSchema = z.object({
  title: boardTitleSchema,
  template: z.enum(boardTemplates.map(({ name }) => name)),
  departmentId: z.string(),
  audience: z.enum(["everyone", "department", "invited"]),
});

/** A new board: its name, its template, and who writes on it. People are invited on the board. */
export function NewBoardDialog({ template, onClose, onCreated }: NewBoardDialogProps) {
  // A board that is sent again is the same one.
  const [id] = useState(uuidv7);
  const departments = useAllDepartments();
  const form = useForm({
    values: {
      title: "",
      template,
      departmentId: "",
      audience: "everyone" as "everyone" | "department" | "invited",
    },
    schema: formSchema,
    send: async ({ title, departmentId, audience, template: name }) => {
      const department = departmentId === "" ? null : departmentId;
      const grants: NewGrant[] =
        audience === "everyone"
          ? [{ to: { kind: "everyone" }, role: "writer" }]
          : audience === "department" && department !== null
            ? [{ to: { kind: "department", id: department }, role: "writer" }]
            : [];
      const body = { id, title, template: name, departmentId: department, grants };
      await call(routes.createBoard, { body });
      onCreated(id);
    },
    fieldOf: { department_not_found: "departmentId" },
    fallback: "Failed to create the board",
  });
  const department = useChoice(form, "departmentId");
  const options = departmentOptions(departments);
  return (
    <FormDialog form={form} onClose={onClose} title="New Board" width={480} verb="Create Board">
      <TextField {...form.field("title")} label="Name" />
      <Select
        {...useChoice(form, "template")}
        label="Template"
        options={boardTemplates.map(({ name, title }) => ({ value: name, label: title }))}
      />
      <Select {...department} label="Department" options={[{ value: "", label: "None" }, ...options]} />
      <Select
        {...useChoice(form, "audience")}
        label="Who can write on it"
        help="You can invite people on the board"
        options={[
          { value: "everyone", label: "Everyone" },
          { value: "department", label: "The department", disabled: department.value === "" },
          { value: "invited", label: "Only invited people" },
        ]}
      />
    </FormDialog>
  );
}
