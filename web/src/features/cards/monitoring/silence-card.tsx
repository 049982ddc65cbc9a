import { silenceFields } from "@atoll/contract/cards/monitoring-schemas";
import type { OpenCard } from "@atoll/contract/cards/schemas";
import { BellOff, BellRing } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { endSilence } from "./monitoring-api.ts";
import { SilenceDialog } from "./silence-dialog.tsx";
import { useSilence } from "./silenced.tsx";

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
