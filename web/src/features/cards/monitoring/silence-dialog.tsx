import { maxSilenceReason } from "@atoll/contract/cards/limits";
import { silenceFields } from "@atoll/contract/cards/monitoring-schemas";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { createSilence } from "./monitoring-api.ts";

const hourMs = 3_600_000;
const spans = [
  { value: "1", label: "1 hour" },
  { value: "4", label: "4 hours" },
  { value: "24", label: "1 day" },
  { value: "72", label: "3 days" },
  { value: "168", label: "1 week" },
  { value: "720", label: "30 days" },
];

const schema = z.object({
  fields: z.array(z.enum(silenceFields)).min(1, "Choose at least one"),
  hours: z.string(),
  reason: z.string().trim().min(1, "Give a reason").max(maxSilenceReason),
});

/** Silences an alert, or all that have the same labels, for a time. */
export function SilenceDialog({ card, type, onClose }: { card: Card; type: CardType; onClose: () => void }) {
  const [id] = useState(uuidv7);
  const offered = silenceFields.flatMap((field) => {
    const value = card.data[field];
    const label = type.fields.find(({ name }) => name === field)?.label ?? field;
    return typeof value === "string" ? [{ field, value, label }] : [];
  });
  const first = offered[0]?.field;
  const form = useForm({
    values: { fields: first ? [first] : [], hours: "4", reason: "" },
    schema,
    async send({ fields, hours, reason }) {
      await createSilence(card.typeId, {
        id,
        matchers: offered
          .filter(({ field }) => fields.includes(field))
          .map(({ field, value }) => ({ field, value })),
        until: new Date(Date.now() + Number(hours) * hourMs).toISOString(),
        reason,
      });
      notify.success("Silenced");
      onClose();
    },
    fallback: "Failed to silence",
  });
  const fields = useChoice(form, "fields");
  const hours = useChoice(form, "hours");
  return (
    <FormDialog
      form={form}
      title={`Silence ${card.title}`}
      description="Silenced alerts are shown as such, and notify nobody. If one still fires at the end, it notifies then."
      verb="Silence"
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-semibold text-sm">All alerts with</legend>
        {offered.map(({ field, value, label }) => (
          <Checkbox
            key={field}
            label={`${label}: ${value}`}
            checked={fields.value.includes(field)}
            onChange={() =>
              fields.onValueChange(
                fields.value.includes(field)
                  ? fields.value.filter((one) => one !== field)
                  : [...fields.value, field],
              )
            }
          />
        ))}
        {fields.error && <p className="text-danger-text text-xs">{fields.error}</p>}
      </fieldset>
      <Select {...hours} label="For" options={spans} />
      <TextArea {...form.field("reason")} label="Reason" rows={2} maxLength={maxSilenceReason} />
    </FormDialog>
  );
}
