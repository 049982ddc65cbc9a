import { articleNoteMaxLength } from "@atoll/contract/knowledge/limits";
import type { ArticleDraft, OpenArticle } from "@atoll/contract/knowledge/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { countPeople } from "../../../lib/counted.ts";
import { useChoice, useToggle } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
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
  const form = useForm({
    values: {
      note: draft.note,
      effectiveOn: draft.effectiveOn ?? "",
      mustRead: draft.mustRead,
      dueOn: draft.dueOn ?? "",
      reviewer: [] as Person[],
    },
    async send({ note, effectiveOn, mustRead, dueOn, reviewer: [asked] }) {
      const wanted = {
        note,
        effectiveOn: effectiveOn || null,
        mustRead,
        dueOn: mustRead && dueOn ? dueOn : null,
      };
      // Only what this person changed: a colleague may have set the rest since the dialog was opened.
      const changed = Object.entries(wanted).filter(([name, value]) => Reflect.get(opened, name) !== value);
      try {
        // Saving voids an approval: an approved draft is published as it is.
        const saved =
          changed.length === 0 || isApproved
            ? draft
            : await saveDraft(article.id, { ...Object.fromEntries(changed), version: draft.version });
        queryClient.setQueryData(keys.draft(article.id), saved);
        if (isSubmission && asked) submitted(await submitDraft(article.id, saved.version, asked.id));
        else published(await publishDraft(article.id, saved.version));
      } catch (error) {
        void queryClient.invalidateQueries({ queryKey: keys.draft(article.id) });
        throw error;
      }
    },
  });
  function submitted(answer: ArticleDraft): void {
    onClose();
    queryClient.setQueryData(keys.draft(article.id), answer);
    notify.success("Submitted for approval");
  }
  function published(answer: OpenArticle): void {
    onClose();
    queryClient.removeQueries({ queryKey: keys.draft(article.id) });
    keep(answer);
    notify.success(`Version ${answer.version ?? 1} is published`);
    onPublished();
  }
  const effectiveOn = useChoice(form, "effectiveOn");
  const mustRead = useToggle(form, "mustRead");
  const dueOn = useChoice(form, "dueOn");
  const reviewer = useChoice(form, "reviewer");
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isSubmission ? "Submit for approval" : `Publish version ${(article.version ?? 0) + 1}`}
      verb={isSubmission ? "Submit" : "Publish"}
      isDisabled={isSubmission && reviewer.value.length === 0}
    >
      {isApproved ? (
        <p className="text-muted">The text is published exactly as it was approved.</p>
      ) : (
        <>
          <TextField
            {...form.field("note")}
            label="What is new?"
            help="One line, shown in the version history"
            maxLength={articleNoteMaxLength}
          />
          {article.kind === "sop" && <DateField {...effectiveOn} label="Effective from" />}
          <Toggle
            {...mustRead}
            label="Must be read"
            help={`All readers of the page are asked to confirm this version: ${countPeople(draft.readerCount)}.`}
          />
          {mustRead.checked && <DateField {...dueOn} label="Confirm by" />}
        </>
      )}
      {isSubmission && (
        <PeoplePicker
          label="Who approves it?"
          people={reviewer.value}
          error={reviewer.error}
          onChange={reviewer.onValueChange}
          max={1}
        />
      )}
    </FormDialog>
  );
}
