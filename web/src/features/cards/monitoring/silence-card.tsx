import { maxSilenceReason } from "@atoll/contract/cards/limits";
import { silenceFields } from "@atoll/contract/cards/monitoring-schemas";
import type { Card, CardType, OpenCard } from "@atoll/contract/cards/schemas";
import { BellOff, BellRing } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { createSilence, endSilence } from "./monitoring-api.ts";
import { useSilence } from "./silenced.tsx";

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
function SilenceDialog({ card, type, onClose }: { card: Card; type: CardType; onClose: () => void }) {
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

/** Whether an alert is silenced, and how to change that. */
export function SilenceCard({ open: { card, type } }: { open: OpenCard }) {
  const silence = useSilence(card);
  const [isAdding, setIsAdding] = useState(false);
  const values = silenceFields.filter((field) => typeof card.data[field] === "string");
  if (values.length === 0) return null;
  async function end(id: string): Promise<void> {
    try {
      await endSilence(id);
      notify.success("The silence has ended");
    } catch (error) {
      notify.error(errorMessage(error, "Failed to end the silence"));
    }
  }
  return (
    <Surface title={silence ? "Silenced" : "Notifications"} icon={silence ? BellOff : BellRing}>
      {silence ? (
        <div className="flex flex-col gap-2 text-sm">
          <p>
            Until {formatInstant(silence.until)}
            {silence.person && `, by ${authorName(silence.person)}`}
          </p>
          <p className="text-muted wrap-anywhere">{silence.reason}</p>
          <Button className="self-start" size="sm" icon={BellRing} onClick={() => void end(silence.id)}>
            End silence
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <p className="text-muted text-sm">This alert notifies the member who is on call when it fires.</p>
          <Button className="self-start" size="sm" icon={BellOff} onClick={() => setIsAdding(true)}>
            Silence
          </Button>
        </div>
      )}
      {isAdding && <SilenceDialog card={card} type={type} onClose={() => setIsAdding(false)} />}
    </Surface>
  );
}
