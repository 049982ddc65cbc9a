import { type FormulaField, shownFormula } from "@atoll/contract/fields/formulas/formula-names";
import { maxFieldLabel, maxFormula } from "@atoll/contract/fields/limits";
import { formulaSchema, labelSchema } from "@atoll/contract/fields/settings-schemas";
import { taskFieldRoutes } from "@atoll/contract/tasks/field-routes";
import { type TaskField, type TaskFieldSet, usableFields } from "@atoll/contract/tasks/field-schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { fieldKindNames } from "../../../capabilities/fields/field-words.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { type Form, useForm } from "../../../lib/form/use-form.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { checkFormula, FormulaBox, ProblemInPlace } from "./formula-box.tsx";
import { FormulaResult } from "./own-value.tsx";

const schema = z.object({ label: labelSchema, formula: formulaSchema });
const pauseMs = 400;

/** Renamed fields can make the shown formula longer than the limit, so it is checked only after an edit. */
const schemaOf = (shown: string) =>
  z.object({
    label: labelSchema,
    formula: z.string().superRefine((text, context) => {
      const { error } = formulaSchema.safeParse(text === shown ? "0" : text);
      for (const { message } of error?.issues ?? []) context.addIssue({ code: "custom", message });
    }),
  });

interface FormulaPlace {
  departmentId: string | null;
  /** As in "New formula in Backend". */
  name: string;
  sets: readonly TaskFieldSet[];
  version: number;
  keep: (answer: { set: TaskFieldSet }) => void;
  fetchNewest: () => Promise<{ fields: readonly TaskField[]; version: number }>;
}

/** Adds a field that is computed from others. */
export function NewFormulaDialog({ place, onClose }: { place: FormulaPlace; onClose: () => void }) {
  const { departmentId, version } = place;
  const form = useForm({
    values: { label: "", formula: "" },
    schema,
    async send(body) {
      place.keep(await call(taskFieldRoutes.addTaskFormula, { body: { departmentId, version, ...body } }));
      notify.success(`${body.label} added to ${place.name}`);
      onClose();
    },
    fallback: "Failed to add the formula",
  });
  return (
    <FormDialog form={form} title={`New formula in ${place.name}`} verb="Add formula" onClose={onClose}>
      <FormulaFields form={form} place={place} fields={usableFields(place.sets, departmentId)} />
    </FormDialog>
  );
}

interface FormulaDialogProps {
  place: FormulaPlace;
  field: TaskField;
  onClose: () => void;
}

/** Renames a formula, or changes it. */
export function FormulaDialog({
  place,
  field: { name, label: title, formula: opened = "" },
  onClose,
}: FormulaDialogProps) {
  // A formula that uses itself shows its own label.
  const all = usableFields(place.sets, place.departmentId);
  const fields = all.filter((one) => one.name !== name);
  const storedOf = ({ fields: stored, version }: { fields: readonly TaskField[]; version: number }) => {
    const { label = title, formula = opened } = stored.find((one) => one.name === name) ?? {};
    return { values: { label, formula: shownFormula(formula, all) }, version };
  };
  const set = place.sets.find(({ departmentId }) => departmentId === place.departmentId);
  const stored = storedOf({ fields: set?.fields ?? [], version: place.version });
  const form = useEditForm({
    stored,
    schema: schemaOf(stored.values.formula),
    fetchNewest: async () => storedOf(await place.fetchNewest()),
    async save(parsed, { version, pick }) {
      const body = { version, ...pick(parsed) };
      place.keep(await call(taskFieldRoutes.changeTaskField, { params: { field: name }, body }));
      return undefined;
    },
    onDone({ label }) {
      notify.success(`${label} saved`);
      onClose();
    },
    fallback: "Failed to save the formula",
  });
  return (
    <FormDialog form={form} title={`Edit ${title}`} verb="Save formula" onClose={onClose}>
      <FormClashes form={form} labels={{ label: "Name", formula: "Formula" }} />
      <FormulaFields form={form} place={place} fields={fields} name={name} />
    </FormDialog>
  );
}

interface FormulaFieldsProps {
  form: Form<{ label: string; formula: string }>;
  place: FormulaPlace;
  fields: readonly FormulaField[];
  /** The field that is edited. */
  name?: string;
}

function FormulaFields({ form, place, fields, name }: FormulaFieldsProps) {
  const text = form.watch("formula");
  // Mistakes show once the person pauses.
  const settled = useDebounced(text, pauseMs).trim();
  const checked = settled === "" ? undefined : checkFormula(settled, fields);
  return (
    <>
      <TextField {...form.field("label")} label="Name" maxLength={maxFieldLabel} autoComplete="off" />
      <FormulaBox
        props={form.field("formula")}
        text={text}
        onChange={(next) => form.fill("formula", next)}
        fields={fields}
      />
      {checked && "problem" in checked && <ProblemInPlace text={settled} problem={checked.problem} />}
      {checked && "kind" in checked && (
        <Preview place={place} formula={settled} kind={checked.kind} {...(name !== undefined && { name })} />
      )}
    </>
  );
}

interface PreviewProps {
  place: FormulaPlace;
  formula: string;
  kind: TaskField["kind"];
  name?: string;
}

/** The results of the formula on the tasks that were changed last. */
function Preview({ place: { departmentId }, formula, kind, name }: PreviewProps) {
  const { data, error } = useQuery({
    enabled: formula.length <= maxFormula,
    queryKey: ["tasks", "formula preview", departmentId, formula, name],
    queryFn: ({ signal }) =>
      call(
        taskFieldRoutes.previewTaskFormula,
        { body: { departmentId, formula, ...(name !== undefined && { field: name }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section aria-label="Preview" className="flex flex-col gap-1.5 rounded-md border p-3 text-sm">
      <h3 className="font-medium text-muted text-xs">{`Result: ${fieldKindNames[kind]}`}</h3>
      {error ? (
        <p className="text-muted">{error.message}</p>
      ) : data?.tasks.length === 0 ? (
        <p className="text-muted">There are no tasks yet to show results on.</p>
      ) : (
        <dl className="flex flex-col gap-1">
          {data?.tasks.map((task) => (
            <div key={task.id} className="flex min-w-0 items-center gap-3">
              <dt className="min-w-0 flex-1 truncate">{task.title}</dt>
              <dd className="flex max-w-[50%] min-w-0 items-center">
                <FormulaResult
                  field={{ name: "preview", label: "Result", kind: data.kind }}
                  value={task.value}
                  fault={task.fault ?? undefined}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
