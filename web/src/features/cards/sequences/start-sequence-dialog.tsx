import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { startSequence, useSequences } from "./sequences-api.ts";
import { SequencesDrawer } from "./sequences-drawer.tsx";

const schema = z.object({ sequenceId: z.string().min(1, "Choose a sequence") });

/** Chooses the sequence that a card starts. */
export function StartSequenceDialog({
  card,
  type,
  onClose,
}: {
  card: Card;
  type: CardType;
  onClose: () => void;
}) {
  const [changeId] = useState(uuidv7);
  const [isKeeping, setIsKeeping] = useState(false);
  const { data } = useSequences(type.id);
  const sequences = data?.sequences ?? [];
  const form = useForm({
    values: { sequenceId: "" },
    schema,
    async send({ sequenceId }) {
      await startSequence(card.id, { changeId, sequenceId });
      notify.success(`The first step is a task of ${card.owner?.name ?? "yours"} now`);
      onClose();
    },
    fallback: "Failed to start the sequence",
  });
  const choice = useChoice(form, "sequenceId");
  const chosen = sequences.find(({ id }) => id === choice.value);
  if (isKeeping) return <SequencesDrawer type={type} onClose={() => setIsKeeping(false)} />;
  return (
    <FormDialog
      form={form}
      title="Start a sequence"
      description={`Each step becomes a task for ${card.owner?.name ?? "you"}. The next one comes when it is done.`}
      verb="Start"
      isDisabled={sequences.length === 0}
      onClose={onClose}
    >
      {data && sequences.length === 0 ? (
        <InlineAlert tone="info">
          {type.name} has no sequences yet.{" "}
          <button
            type="button"
            className="cursor-pointer font-semibold underline"
            onClick={() => setIsKeeping(true)}
          >
            Add one
          </button>
        </InlineAlert>
      ) : (
        <Select
          {...choice}
          label="Sequence"
          placeholder="Choose a sequence"
          options={sequences.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {chosen && (
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-muted text-sm">
          {chosen.steps.map(({ title, days }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity.
            <li key={index}>
              {title}
              {days > 0 && `, after ${days} ${days === 1 ? "day" : "days"}`}
            </li>
          ))}
        </ol>
      )}
    </FormDialog>
  );
}
