import { errorMessage } from "../../lib/server/api-client.ts";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { useOwnWebhooks } from "./api.ts";
import type { ActionDraft } from "./automation-parts.ts";

/** How many have to approve, and for how long the automation waits. */
export function ApprovalFields({ action, set }: { action: ActionDraft; set: (action: ActionDraft) => void }) {
  return (
    <>
      <Select
        help="The actions below it wait for the decision. They are done if it was approved, unless you choose otherwise."
        label="Who decides"
        onValueChange={(next) => set({ ...action, needs: next === "all" ? "all" : "one" })}
        options={[
          { value: "one", label: "The first to answer" },
          { value: "all", label: "Everyone has to approve" },
        ]}
        value={action.needs}
      />
      <TextField
        help="If nobody has decided by then, the run ends."
        inputMode="numeric"
        label="Waits for so many days"
        onChange={({ target }) => set({ ...action, days: target.value })}
        value={action.days}
      />
    </>
  );
}

interface WebhookChoiceProps {
  value: string | null;
  onValueChange: (webhookId: string) => void;
}

/** One of the viewer's outgoing webhooks. */
export function WebhookChoice({ value, onValueChange }: WebhookChoiceProps) {
  const { data, error } = useOwnWebhooks();
  const isGone = value !== null && data !== undefined && !data.some(({ id }) => id === value);
  const failure = error ? errorMessage(error, "Failed to load your webhooks") : undefined;
  const refusal = isGone ? "This webhook is gone. Choose another one." : failure;
  return (
    <Select
      {...(refusal !== undefined && { error: refusal })}
      help="It sends what you can see at that moment. You make webhooks under Webhooks."
      label="Outgoing webhook"
      onValueChange={onValueChange}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      placeholder="Choose a webhook"
      value={isGone ? null : value}
    />
  );
}
