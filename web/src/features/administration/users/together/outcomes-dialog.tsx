import { useState } from "react";
import { countPeople } from "../../../../lib/counted.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import type { PersonOutcome } from "../api.ts";

export interface OutcomesDialogProps {
  /** Undefined if everybody was changed, or nothing was done yet. */
  outcomes: readonly PersonOutcome[] | undefined;
  onClose: () => void;
}

/** Lists everybody who was not changed, with the reason. */
export function OutcomesDialog({ outcomes, onClose }: OutcomesDialogProps) {
  // Keep the content while the dialog closes.
  const [said, setSaid] = useState<readonly PersonOutcome[]>([]);
  if (outcomes && outcomes !== said) setSaid(outcomes);
  const refused = said.filter(({ fate }) => fate === "refused");
  const changed = said.filter(({ fate }) => fate === "changed").length;
  return (
    <Dialog
      footer={
        <Button onClick={onClose} variant="primary">
          OK
        </Button>
      }
      onClose={onClose}
      open={outcomes !== undefined}
      title={`${countPeople(refused.length)} could not be changed`}
    >
      <InlineAlert tone={changed > 0 ? "success" : "notice"}>
        {changed > 0 ? `${countPeople(changed)} changed.` : "Nobody was changed."} The ones below were not
        changed, and are still selected.
      </InlineAlert>
      <ul aria-label="Not changed" className="flex max-h-[40vh] flex-col overflow-y-auto rounded-md border">
        {refused.map(({ userId, name, reason }) => (
          <li className="border-b px-3 py-2 last:border-b-0" key={userId}>
            <span className="block break-words font-semibold">{name}</span>
            <span className="block text-danger-text text-xs">{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
