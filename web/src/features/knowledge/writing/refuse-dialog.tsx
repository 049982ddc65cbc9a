import { articleNoteMaxLength } from "@atoll/contract/knowledge/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { refuseDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";

/** Asks for changes to a draft instead of approving it. */
export function RefuseDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [why, setWhy] = useState("");
  const refuse = useMutation({
    mutationFn: () => refuseDraft(articleId, why),
    onSuccess() {
      onClose();
      notify.success("Changes asked for");
    },
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: keys.draft(articleId) });
      void queryClient.invalidateQueries({ queryKey: keys.open(articleId) });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ask for changes"
      onSubmit={(event) => {
        event.preventDefault();
        refuse.mutate();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={refuse.isPending}>
            Ask for changes
          </Button>
        </>
      }
    >
      {refuse.error && <InlineAlert tone="error">{errorMessage(refuse.error)}</InlineAlert>}
      <TextArea
        label="What should change?"
        help="Shown above the draft until it is submitted again"
        grows
        maxLength={4 * articleNoteMaxLength}
        value={why}
        onChange={({ target }) => setWhy(target.value)}
      />
    </Dialog>
  );
}
