import {
  maxSequenceDays,
  maxSequenceName,
  maxSequenceNotes,
  maxSequenceSteps,
  maxSequenceStepTitle,
} from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { newSequenceSchema, type Sequence } from "@atoll/contract/cards/sequence-schemas";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormWords } from "../../../ui/dialog/form-words.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { StepList } from "../../../ui/list/step-list.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { saveSequence } from "./sequences-api.ts";

interface StepText {
  title: string;
  notes: string;
  days: string;
}

const daysSchema = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/, "Enter a number of days")
  .transform(Number)
  .pipe(z.int().max(maxSequenceDays, `Use at most ${maxSequenceDays} days`));
const schema = newSequenceSchema.extend({
  steps: z.array(newSequenceSchema.shape.steps.element.extend({ days: daysSchema })),
});
const empty: StepText = { title: "", notes: "", days: "3" };

/** Adds or changes a sequence. Those who are in it keep the steps that they started with. */
export function SequenceForm({
  type,
  id,
  sequence,
  onDone,
}: {
  type: CardType;
  id: string;
  /** As the server has it; undefined for one that it does not have yet. */
  sequence: Sequence | undefined;
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useEditForm({
    stored: {
      values: {
        name: sequence?.name ?? "",
        steps: sequence
          ? sequence.steps.map((step): StepText => ({ ...step, days: String(step.days) }))
          : [{ ...empty, days: "0" }],
      },
      version: sequence?.version ?? 0,
    },
    schema,
    async fetchNewest() {
      await queryClient.invalidateQueries({ queryKey: ["cards", "sequences", type.id] });
      return undefined;
    },
    async save(values, { version }) {
      await saveSequence(type.id, id, { ...values, version });
      return undefined;
    },
    onDone(values) {
      notify.success(`${values.name} saved`);
      onDone();
    },
    fieldOf: { card_sequence_name_taken: "name" },
    fallback: "Failed to save the sequence",
  });
  const { value: steps, onValueChange: setSteps } = useChoice(form, "steps");
  const edit = (at: number, change: Partial<StepText>) =>
    setSteps(steps.map((step, index) => (index === at ? { ...step, ...change } : step)));
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <FormWords
        form={form}
        keptAs={`sequence/${sequence?.id ?? type.id}`}
        title={sequence?.name ?? "New sequence"}
      />
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <FormClashes form={form} labels={{ name: "Name", steps: "Steps" }} say={saySteps} />
      <TextField {...form.field("name")} label="Name" maxLength={maxSequenceName} autoComplete="off" />
      <StepList
        count={steps.length}
        max={maxSequenceSteps}
        onAdd={() => setSteps([...steps, empty])}
        renderActions={(index) => (
          <>
            <IconButton
              icon={ArrowUp}
              label={`Move step ${index + 1} up`}
              disabled={index === 0}
              onClick={() => setSteps(swapped(steps, index - 1))}
            />
            <IconButton
              icon={ArrowDown}
              label={`Move step ${index + 1} down`}
              disabled={index === steps.length - 1}
              onClick={() => setSteps(swapped(steps, index))}
            />
            <IconButton
              icon={X}
              label={`Remove step ${index + 1}`}
              disabled={steps.length === 1}
              onClick={() => setSteps(steps.filter((_, at) => at !== index))}
            />
          </>
        )}
        renderFields={(index) => {
          const { title, notes, days } = steps[index] ?? empty;
          return (
            <>
              <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
                <TextField
                  label="Task"
                  value={title}
                  maxLength={maxSequenceStepTitle}
                  error={form.errorOf(`steps.${index}.title`)}
                  onChange={({ target }) => edit(index, { title: target.value })}
                  autoComplete="off"
                />
                <TextField
                  label="After days"
                  inputMode="numeric"
                  value={days}
                  error={form.errorOf(`steps.${index}.days`)}
                  onChange={({ target }) => edit(index, { days: target.value })}
                />
              </div>
              <TextArea
                label="What to do"
                rows={2}
                value={notes}
                maxLength={maxSequenceNotes}
                onChange={({ target }) => edit(index, { notes: target.value })}
              />
            </>
          );
        }}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={form.isSending}>
          Save sequence
        </Button>
      </div>
    </form>
  );
}

function saySteps(name: string, value: unknown): string | undefined {
  if (name !== "steps") return undefined;
  return (value as StepText[])
    .map(({ title, notes, days }) => [`${title} (after ${days} days)`, notes].filter(Boolean).join("\n"))
    .join("\n");
}

/** The steps with the one at this place behind the next. */
function swapped(steps: readonly StepText[], at: number): StepText[] {
  const next = [...steps];
  const [one, other] = [steps[at], steps[at + 1]];
  if (one && other) next.splice(at, 2, other, one);
  return next;
}
