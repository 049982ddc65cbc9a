import { maxEscalationMinutes, maxEscalationRepeats, maxEscalationSteps } from "@atoll/contract/cards/limits";
import {
  type EscalationTarget,
  escalationTargets,
  type OnCallPlan,
} from "@atoll/contract/cards/on-call-schemas";
import { X } from "lucide-react";
import { z } from "zod";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { StepList } from "../../../ui/list/step-list.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { nameOf, setEscalation, useRefetchOnCall } from "./on-call-api.ts";

export const targetNames: Readonly<Record<EscalationTarget, string>> = {
  on_call: "The member on call",
  member: "A named member",
  everyone: "Everyone in the rota",
};

interface StepText {
  who: EscalationTarget;
  personId: string;
  minutes: string;
}

const minutesSchema = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/, "Enter a number of minutes")
  .transform(Number)
  .pipe(
    z
      .int()
      .min(1, "Enter a number of minutes")
      .max(maxEscalationMinutes, `Use at most ${maxEscalationMinutes}`),
  );
const stepSchema = z
  .object({ who: z.enum(escalationTargets), personId: z.string(), minutes: minutesSchema })
  .refine(({ who, personId }) => who !== "member" || personId !== "", {
    message: "Choose the member to notify",
    path: ["personId"],
  })
  .transform(({ who, personId, minutes }) => ({
    who,
    personId: who === "member" ? personId : null,
    afterMinutes: minutes,
  }));
const schema = z.object({
  severity: z.string().transform((value) => (value === "" ? null : value)),
  repeats: z.string().transform(Number),
  steps: z.array(stepSchema).max(maxEscalationSteps),
});

const first: StepText = { who: "on_call", personId: "", minutes: "10" };
const labels = { severity: "Alerts", repeats: "Repeat", steps: "Steps" };

function storedOf({ escalation }: OnCallPlan) {
  return {
    values: {
      severity: escalation?.severity ?? "",
      repeats: String(escalation?.repeats ?? 1),
      steps: (escalation?.steps ?? []).map(
        ({ who, personId, afterMinutes }): StepText => ({
          who,
          personId: personId ?? "",
          minutes: String(afterMinutes),
        }),
      ),
    },
    version: escalation?.version ?? 0,
  };
}

/** Sets the steps of alerts that nobody acknowledges. */
export function EscalationDialog({
  slug,
  plan,
  onClose,
}: {
  slug: string;
  plan: OnCallPlan;
  onClose: () => void;
}) {
  const refetch = useRefetchOnCall(slug);
  const stored = storedOf(plan);
  const form = useEditForm({
    stored,
    proposed: plan.escalation ? undefined : { ...stored.values, steps: [first] },
    schema,
    async fetchNewest() {
      await refetch();
      return undefined;
    },
    async save(values, { version }) {
      await setEscalation(slug, { ...values, version });
      await refetch();
      return undefined;
    },
    onDone() {
      notify.success("Escalation saved");
      onClose();
    },
    fallback: "Failed to save the escalation",
  });
  const severity = useChoice(form, "severity");
  const repeats = useChoice(form, "repeats");
  const { value: steps, onValueChange: setSteps } = useChoice(form, "steps");
  const edit = (at: number, change: Partial<StepText>) =>
    setSteps(steps.map((step, index) => (index === at ? { ...step, ...change } : step)));
  const members = [...plan.members, ...plan.others].map(({ id }) => ({ value: id, label: nameOf(plan, id) }));
  const say = (name: string, value: unknown) =>
    name === "steps"
      ? (value as StepText[])
          .map(({ who, personId, minutes }) =>
            [`After ${minutes} minutes:`, who === "member" ? nameOf(plan, personId) : targetNames[who]].join(
              " ",
            ),
          )
          .join("\n")
      : undefined;
  return (
    <FormDialog
      form={form}
      title="Escalation"
      description="An alert notifies the member on call at once. Until someone acknowledges, resolves or silences it, it then takes these steps."
      verb="Save escalation"
      width={520}
      onClose={onClose}
    >
      <FormClashes form={form} labels={labels} say={say} />
      <StepList
        count={steps.length}
        max={maxEscalationSteps}
        onAdd={() => setSteps([...steps, first])}
        renderActions={(index) => (
          <IconButton
            icon={X}
            label={`Remove step ${index + 1}`}
            onClick={() => setSteps(steps.filter((_, at) => at !== index))}
          />
        )}
        renderFields={(index) => {
          const { who, personId, minutes } = steps[index] ?? first;
          return (
            <>
              <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-2 max-md:grid-cols-1">
                <TextField
                  label="After minutes"
                  inputMode="numeric"
                  autoComplete="off"
                  value={minutes}
                  error={form.errorOf(`steps.${index}.minutes`)}
                  onChange={({ target }) => edit(index, { minutes: target.value })}
                />
                <Select
                  label="Notify"
                  value={who}
                  onValueChange={(chosen) => edit(index, { who: chosen })}
                  options={escalationTargets.map((value) => ({ value, label: targetNames[value] }))}
                />
              </div>
              {who === "member" && (
                <Select
                  label="Member"
                  placeholder="Choose a member"
                  value={personId === "" ? null : personId}
                  error={form.errorOf(`steps.${index}.personId`)}
                  onValueChange={(chosen: string) => edit(index, { personId: chosen })}
                  options={members}
                />
              )}
            </>
          );
        }}
      />
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Select
          {...severity}
          label={labels.severity}
          options={[
            { value: "", label: "All alerts" },
            ...plan.severities.map((value, index) => ({
              value,
              label: index === 0 ? value : `${value} and above`,
            })),
          ]}
        />
        <Select
          {...repeats}
          label={labels.repeats}
          options={Array.from({ length: maxEscalationRepeats + 1 }, (_, times) => ({
            value: String(times),
            label: times === 0 ? "No repeats" : `${counted(times, "time")} more`,
          }))}
        />
      </div>
    </FormDialog>
  );
}
