import { isComputed } from "@atoll/contract/fields/field-schemas";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { FieldInputs } from "../../../capabilities/fields/field-inputs.tsx";
import { hintOf, readFormText } from "../../../capabilities/fields/form-values.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { useTaskFields } from "../data/use-task-fields.ts";
import type { BulkChanges } from "./bulk-popovers.tsx";

/** Gives all of them one value of a field that all of them have; nothing where there is none. */
export function OwnMany({ changes, tasks }: { changes: BulkChanges; tasks: readonly Task[] }) {
  const departments = [...new Set(tasks.map(({ departmentId }) => departmentId))];
  const { of } = useTaskFields();
  // Those of all tasks, and those of their department where it is one.
  const fields = of(departments.length === 1 ? departments : [null]).filter((field) => !isComputed(field));
  if (fields.length === 0) return null;
  return (
    <Popover
      className="w-[300px]"
      label="Field"
      side="top"
      trigger={<BarButton icon={SlidersHorizontal} label="Field" />}
    >
      {(close) => <OwnManyForm fields={fields} changes={changes} onDone={close} />}
    </Popover>
  );
}

function OwnManyForm({
  fields,
  changes,
  onDone,
}: {
  fields: readonly TaskField[];
  changes: BulkChanges;
  onDone: () => void;
}) {
  const [name, setName] = useState(fields[0]?.name ?? "");
  const field = fields.find((one) => one.name === name);
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Field"
        value={name}
        onValueChange={setName}
        options={fields.map((one) => ({ value: one.name, label: one.label }))}
      />
      {field && <ValueOfMany key={name} field={field} changes={changes} onDone={onDone} />}
    </div>
  );
}

function ValueOfMany({
  field,
  changes,
  onDone,
}: {
  field: TaskField;
  changes: BulkChanges;
  onDone: () => void;
}) {
  const { name, label, kind } = field;
  const form = useForm({
    values: { data: { [name]: "" } },
    schema: z.object({ data: z.record(z.string(), z.string()) }).transform(({ data }, context) => {
      const value = readFormText({ kind }, data[name] ?? "");
      if (value !== undefined) return { value };
      context.addIssue({ code: "custom", path: ["data", name], message: hintOf(kind) });
      return z.NEVER;
    }),
    send({ value }) {
      changes.change(
        { fields: { [name]: value } },
        value === null ? `without ${label} now` : `given ${label}`,
      );
      onDone();
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <FieldInputs form={form} fields={[{ ...field, label: "Value" }]} />
      <p className="text-muted text-xs">Leave blank to empty the field.</p>
      <Button className="self-end" type="submit" variant="primary">
        Save
      </Button>
    </form>
  );
}
