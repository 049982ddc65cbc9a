import { pathNameMaxLength } from "@atoll/contract/onboarding/limits";
import type { OnboardingPath } from "@atoll/contract/onboarding/path-schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { createPath } from "../data/api.ts";
import { keys } from "../data/queries.ts";

const stages = [
  { name: "Before you start", day: -7 },
  ...[1, 2, 3, 4].map((week) => ({ name: `Week ${week}`, day: (week - 1) * 7 + 1 })),
  { name: "To day 90", day: 29 },
];

/** A new path: its name. It is a draft until it is published. */
export function NewPathDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (path: OnboardingPath) => void;
}) {
  const viewer = useViewer();
  const queryClient = useQueryClient();
  // One id for all tries, so that sending again makes one path.
  const [id] = useState(uuidv7);
  const [name, setName] = useState("");
  const creation = useMutation({
    mutationFn: () => createPath({ id, name, ownerId: viewer.id, stages }),
    onSuccess(path) {
      queryClient.setQueryData(keys.path(path.id), path);
      void queryClient.invalidateQueries({ queryKey: keys.paths });
      onCreated(path);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New path"
      onSubmit={(event) => {
        event.preventDefault();
        creation.mutate();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={creation.isPending} disabled={name.trim() === ""}>
            Create Path
          </Button>
        </>
      }
    >
      {creation.error && <InlineAlert tone="error">{errorMessage(creation.error)}</InlineAlert>}
      <TextField
        label="Name"
        value={name}
        maxLength={pathNameMaxLength}
        onChange={({ target }) => setName(target.value)}
      />
    </Dialog>
  );
}
