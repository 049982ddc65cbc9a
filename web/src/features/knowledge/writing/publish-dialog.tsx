import { articleNoteMaxLength } from "@atoll/contract/knowledge/limits";
import type { ArticleDraft, OpenArticle } from "@atoll/contract/knowledge/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { countPeople } from "../../../lib/count-people.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { publishDraft, saveDraft, submitDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { useKeepArticle } from "../data/queries.ts";

interface PublishDialogProps {
  article: OpenArticle;
  draft: ArticleDraft;
  onClose: () => void;
  onPublished: () => void;
}

/** Details of a version, entered before it is published or submitted for approval. */
export function PublishDialog({ article, draft, onClose, onPublished }: PublishDialogProps) {
  const keep = useKeepArticle();
  const queryClient = useQueryClient();
  const [opened] = useState(draft);
  const isApproved = draft.state === "approved";
  const isSubmission = article.kind === "sop" && !isApproved;
  const [note, setNote] = useState(draft.note);
  const [effectiveOn, setEffectiveOn] = useState(draft.effectiveOn ?? "");
  const [mustRead, setMustRead] = useState(draft.mustRead);
  const [dueOn, setDueOn] = useState(draft.dueOn ?? "");
  const [reviewer, setReviewer] = useState<Person[]>([]);
  const send = useMutation({
    async mutationFn() {
      const wanted = {
        note,
        effectiveOn: effectiveOn || null,
        mustRead,
        dueOn: mustRead && dueOn ? dueOn : null,
      };
      // Only what this person changed: a colleague may have set the rest since the dialog was opened.
      const changed = Object.entries(wanted).filter(([name, value]) => Reflect.get(opened, name) !== value);
      // Saving voids an approval: an approved draft is published as it is.
      const saved =
        changed.length === 0 || isApproved
          ? draft
          : await saveDraft(article.id, { ...Object.fromEntries(changed), version: draft.version });
      queryClient.setQueryData(keys.draft(article.id), saved);
      const [asked] = reviewer;
      if (isSubmission && asked) return submitDraft(article.id, saved.version, asked.id);
      return publishDraft(article.id, saved.version);
    },
    onSuccess(answer) {
      onClose();
      if ("articleId" in answer) {
        queryClient.setQueryData(keys.draft(article.id), answer);
        notify.success("Submitted for approval");
        return;
      }
      queryClient.removeQueries({ queryKey: keys.draft(article.id) });
      keep(answer);
      notify.success(`Version ${answer.version ?? 1} is published`);
      onPublished();
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: keys.draft(article.id) }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isSubmission ? "Submit for approval" : `Publish version ${(article.version ?? 0) + 1}`}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={send.isPending}
            disabled={isSubmission && reviewer.length === 0}
          >
            {isSubmission ? "Submit" : "Publish"}
          </Button>
        </>
      }
    >
      {send.error && <InlineAlert tone="error">{errorMessage(send.error)}</InlineAlert>}
      {isApproved ? (
        <p className="text-muted">The text is published exactly as it was approved.</p>
      ) : (
        <>
          <TextField
            label="What is new?"
            help="One line, shown in the version history"
            maxLength={articleNoteMaxLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          {article.kind === "sop" && (
            <DateField label="Effective from" value={effectiveOn} onValueChange={setEffectiveOn} />
          )}
          <Toggle
            label="Must be read"
            help={`All readers of the page are asked to confirm this version: ${countPeople(draft.readerCount)}.`}
            checked={mustRead}
            onChange={({ target }) => setMustRead(target.checked)}
          />
          {mustRead && <DateField label="Confirm by" value={dueOn} onValueChange={setDueOn} />}
        </>
      )}
      {isSubmission && (
        <PeoplePicker label="Who approves it?" people={reviewer} onChange={setReviewer} max={1} />
      )}
    </Dialog>
  );
}
