import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { handOver } from "../changes/hand-over.ts";
import { ideaChanges } from "../changes/idea-changes.ts";

/** Chooses the owner of an idea, who may change its status and reply. */
export function OwnerDialog({ idea, onClose }: { idea: OpenIdea; onClose: () => void }) {
  const queue = useChanges(ideaChanges);
  const [people, setPeople] = useState<Person[]>(idea.owner ? [idea.owner] : []);
  const change = useMutation({
    mutationFn: async () => {
      const owner = people[0] ?? null;
      if (owner?.id === idea.owner?.id) return;
      await queue.run(handOver([idea], owner));
    },
    onSuccess: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Owner"
      description="The owner can read this idea, change its status and reply to the voters."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={change.isPending} onClick={() => change.mutate()}>
            Save
          </Button>
        </>
      }
    >
      {change.error && (
        <InlineAlert tone="error">{errorMessage(change.error, "Failed to save the owner")}</InlineAlert>
      )}
      <PeoplePicker label="Owner" max={1} people={people} onChange={setPeople} />
    </Dialog>
  );
}
