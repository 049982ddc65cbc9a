import { currentOption } from "@atoll/contract/fields/field-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { ReactElement } from "react";
import { z } from "zod";
import { ChoiceDot } from "../../../capabilities/fields/choice-dot.tsx";
import { FieldInputs } from "../../../capabilities/fields/field-inputs.tsx";
import { fieldText } from "../../../capabilities/fields/field-words.ts";
import { formText, hintOf, readFormText } from "../../../capabilities/fields/form-values.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { PopupTriggerProps } from "../../../ui/popup/use-lazy-popup.ts";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import type { OwnFieldValue } from "../data/use-task-fields.ts";
import { viewerAsPerson } from "./people-fields.tsx";

/** A new value of a field, with what the person saw there and the people it names. */
export interface OwnChange {
  field: TaskField;
  value: OwnFieldValue;
  seen: OwnFieldValue;
  person?: Person;
  said: string;
}

interface OwnControlProps {
  field: TaskField;
  value: OwnFieldValue;
  /** The version of the task that has this value. */
  version: number;
  people: readonly Person[];
  /** Rejects with the reason when it is refused. */
  onChange: (change: OwnChange) => Promise<void>;
  trigger: ReactElement<PopupTriggerProps>;
}

const none = "";

/** Changes the value of a field where it is shown: by choosing, or in a small form. */
export function OwnControl(props: OwnControlProps) {
  const { field, value, onChange, trigger } = props;
  const viewer = useViewer();
  const set = (next: OwnFieldValue, said: string, person?: Person) => {
    void onChange({ field, value: next, seen: value, said, ...(person && { person }) }).catch(
      (error: unknown) => notify.error(errorMessage(error, `Failed to change ${field.label}`)),
    );
  };
  const { label, options = [] } = field;
  // A job may still be writing the new name of an option to tasks.
  const named = (option: unknown) => currentOption(field, String(option)) ?? String(option);
  if (field.kind === "choice")
    return (
      <Menu
        label={label}
        trigger={trigger}
        items={[
          {
            choice: label,
            value: typeof value === "string" ? named(value) : none,
            options: [
              ...options.map((option) => ({
                value: option,
                label: option,
                lead: <ChoiceDot colour={field.colours?.[option]} />,
              })),
              { value: none, label: "None", lead: <span className="w-2.5" /> },
            ],
            onValueChange: (next) =>
              set(next === none ? null : next, next === none ? `${label} removed` : `${label}: ${next}`),
          },
        ]}
      />
    );
  if (field.kind === "choices") {
    const chosen = Array.isArray(value) ? value.map(named) : [];
    return (
      <Popover label={label} align="start" className="w-60 p-3" trigger={trigger}>
        <div className="flex max-h-60 flex-col gap-1.5 overflow-y-auto p-0.5">
          {options.map((option) => (
            <Checkbox
              key={option}
              checked={chosen.includes(option)}
              label={option}
              onChange={({ target }) => {
                const next = options.filter((one) =>
                  one === option ? target.checked : chosen.includes(one),
                );
                set(
                  next.length > 0 ? next : null,
                  next.length > 0 ? `${label}: ${next.join(", ")}` : `${label} removed`,
                );
              }}
            />
          ))}
        </div>
      </Popover>
    );
  }
  if (field.kind === "person")
    return (
      <Popover label={label} align="start" className="w-[320px]" trigger={trigger}>
        {(close) => {
          const choose = (person: Person | null) => {
            set(
              person?.id ?? null,
              person ? `${label}: ${authorName(person)}` : `${label} removed`,
              person ?? undefined,
            );
            close();
          };
          return (
            <div className="flex flex-col gap-2">
              <PersonSearch onChoose={choose} />
              <div className="flex flex-wrap gap-2 border-t pt-2">
                <Button size="sm" variant="ghost" onClick={() => choose(viewerAsPerson(viewer))}>
                  Me
                </Button>
                {value !== null && (
                  <Button size="sm" variant="ghost" onClick={() => choose(null)}>
                    Nobody
                  </Button>
                )}
              </div>
            </div>
          );
        }}
      </Popover>
    );
  return (
    <Popover label={label} align="start" className="w-[280px]" trigger={trigger}>
      {(close) => <ValueForm {...props} onClose={close} />}
    </Popover>
  );
}

/** A small form with one field. Someone else's change of the same field is shown before it is replaced. */
function ValueForm({
  field,
  value,
  version,
  people,
  onChange,
  onClose,
}: Omit<OwnControlProps, "trigger"> & { onClose: () => void }) {
  const { name, label, kind } = field;
  const form = useEditForm({
    stored: { values: { data: { [name]: formText(value) } }, version, source: { value } },
    schema: schemaOf(field),
    fetchNewest: async () => undefined,
    async save({ value: next }, { source }) {
      const said = next === null ? `${label} removed` : `${label}: ${fieldText(field, next, people)}`;
      await onChange({ field, value: next, seen: source?.value ?? null, said });
      return undefined;
    },
    onDone: onClose,
    fallback: "Failed to save the value",
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <FormClashes form={form} labels={{ [`data.${name}`]: label }} />
      <FieldInputs form={form} fields={[field]} />
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <div className="flex justify-end gap-2">
        {value !== null && kind !== "checkbox" && (
          <Button variant="ghost" onClick={() => form.fill(`data.${name}`, "")}>
            Clear
          </Button>
        )}
        <Button type="submit" variant="primary" loading={form.isSending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function schemaOf({ name, kind }: TaskField) {
  return z.object({ data: z.record(z.string(), z.string()) }).transform(({ data }, context) => {
    const value = readFormText({ kind }, data[name] ?? "");
    if (value !== undefined) return { value };
    context.addIssue({ code: "custom", path: ["data", name], message: hintOf(kind) });
    return z.NEVER;
  });
}
