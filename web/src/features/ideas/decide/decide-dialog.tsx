import { type IdeaStatus, ideaStatuses } from "@atoll/contract/ideas/limits";
import { ideaReplySchema, ideaStatusSchema } from "@atoll/contract/ideas/schemas";
import { daySchema } from "@atoll/contract/identifiers";
import { z } from "zod";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { ideaChanges, replyDraft } from "../changes/idea-changes.ts";
import { statusNames } from "../data/words.ts";

export interface DecideDialogProps {
  /** One idea, or several that get the same status and reply. */
  ideas: readonly { id: string; title: string; status: IdeaStatus; targetOn: string | null }[];
  /** The status that they are moved to; for one idea, its own for another reply alone. */
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

/** A new status, with a line to everyone who voted for the ideas or follows them or without one. */
export function DecideDialog({ ideas, to, onClose }: DecideDialogProps) {
  const queue = useChanges(ideaChanges);
  const about = ideas.map(({ id }) => id);
  const one = ideas.length === 1 ? ideas[0] : undefined;
  const draft = useDraft(replyDraft(about, useViewer().id));
  const form = useForm({
    values: { status: to, reply: draft.read(), targetOn: one?.targetOn?.slice(0, 7) ?? "" },
    schema,
    send: async ({ targetOn, ...answer }) => {
      await queue.run({
        about,
        title: nameOf(ideas),
        said: wordsOf(ideas, answer.status),
        change: one
          ? { act: "decide", seenStatus: one.status, targetOn, ...answer }
          : { act: "change", set: { answer } },
      });
      draft.write("");
      onClose();
    },
    fallback: "Failed to change the status",
  });
  const { onChange, ...reply } = form.field("reply");
  const status = useChoice(form, "status");
  const isOver = status.value === "shipped" || status.value === "declined";
  return (
    <FormDialog
      keepsWords
      form={form}
      onClose={onClose}
      title="Status and reply"
      description={
        one
          ? `Voters and followers of “${one.title}” are notified once of a new status or a reply.`
          : `Each of the ${ideas.length} ideas gets this status and reply. Their voters and followers are notified.`
      }
      verb={
        status.value !== one?.status
          ? `Move to ${statusNames[status.value]}`
          : draft.text.trim() === ""
            ? "Save"
            : "Post Reply"
      }
    >
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Select
          {...status}
          label="Status"
          options={ideaStatuses.map((value) => ({ value, label: statusNames[value] }))}
        />
        {one && !isOver && <TextField {...form.field("targetOn")} type="month" label="Expected (optional)" />}
      </div>
      <TextArea
        {...reply}
        onChange={(event) => {
          draft.write(event.target.value);
          return onChange(event);
        }}
        grows
        rows={4}
        label="Public reply (optional)"
        help="Say what happens next, or why not. Markdown is supported."
        data-kept=""
      />
    </FormDialog>
  );
}

const nameOf = (ideas: DecideDialogProps["ideas"]) =>
  ideas.length === 1 ? `“${ideas[0]?.title}”` : `${ideas.length} ideas`;

function wordsOf(ideas: DecideDialogProps["ideas"], status: IdeaStatus): string {
  if (ideas.length === 1 && ideas[0]?.status === status) return "Reply posted";
  return `${nameOf(ideas)} moved to ${statusNames[status]}`;
}
