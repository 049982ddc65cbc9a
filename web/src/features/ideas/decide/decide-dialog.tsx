import { type IdeaStatus, ideaStatuses } from "@atoll/contract/ideas/limits";
import { ideaReplySchema, ideaStatusSchema } from "@atoll/contract/ideas/schemas";
import { daySchema } from "@atoll/contract/identifiers";
import { useState } from "react";
import { z } from "zod";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { decideIdea } from "../data/api.ts";
import { useKeepAnswer } from "../data/use-ideas.ts";
import { statusNames } from "../data/words.ts";

export interface DecideDialogProps {
  idea: { id: string; title: string; status: IdeaStatus; targetOn: string | null };
  /** The status that it is moved to; its own for another reply alone. */
  to: IdeaStatus;
  onClose: () => void;
}

const schema = z.object({
  status: ideaStatusSchema,
  reply: ideaReplySchema,
  targetOn: z
    .string()
    .transform((month) => (month === "" ? null : `${month}-01`))
    .pipe(daySchema.nullable()),
});

/** A new status with a line to everyone who voted for the idea or follows it. */
export function DecideDialog({ idea, to, onClose }: DecideDialogProps) {
  const keep = useKeepAnswer();
  // A decision that is sent again is the same one.
  const [id] = useState(uuidv7);
  const draft = useDraft(`idea-reply/${idea.id}`);
  const form = useForm({
    values: { status: to, reply: draft.read(), targetOn: idea.targetOn?.slice(0, 7) ?? "" },
    schema,
    send: async (decision) => {
      keep(await decideIdea(idea.id, { id, seenStatus: idea.status, ...decision }));
      draft.write("");
      notify.success(
        decision.status === idea.status
          ? "Reply posted"
          : `“${idea.title}” is now ${statusNames[decision.status]}`,
      );
      onClose();
    },
    fallback: "Failed to change the status",
  });
  const { onChange, ...reply } = form.field("reply");
  const status = useChoice(form, "status");
  const isOver = status.value === "shipped" || status.value === "declined";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={form.submit}
      title="Reply to the voters"
      description={`Voters and followers of “${idea.title}” are notified once.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={form.isSending}>
            {status.value === idea.status ? "Post Reply" : `Move to ${statusNames[status.value]}`}
          </Button>
        </>
      }
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Select
          {...status}
          label="Status"
          options={ideaStatuses.map((value) => ({ value, label: statusNames[value] }))}
        />
        {!isOver && <TextField {...form.field("targetOn")} type="month" label="Expected (optional)" />}
      </div>
      <TextArea
        {...reply}
        onChange={(event) => {
          draft.write(event.target.value);
          return onChange(event);
        }}
        grows
        rows={4}
        label="Public reply"
        help="Say what happens next, or why not. Markdown works here."
        data-kept=""
      />
    </Dialog>
  );
}
