import { taskDescriptionMaxLength } from "@atoll/contract/tasks/limits";
import { useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { OtherText } from "../../../../capabilities/changes/other-text.tsx";
import { useDraft } from "../../../../capabilities/offline/drafts/use-draft.ts";
import { GrowingTextArea } from "../../../../capabilities/writing/field/growing-text-area.tsx";
import { LengthCount } from "../../../../capabilities/writing/field/length-count.tsx";
import { isTooLong } from "../../../../capabilities/writing/field/text-length.ts";
import { WrittenText } from "../../../../capabilities/writing/markdown/written-text.tsx";
import { isComposing } from "../../../../lib/page/is-composing.ts";
import { isChangedMeanwhile } from "../../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { setDescription } from "../../changes/open-task-changes.ts";
import { descriptionDraft } from "../../changes/task-act.ts";
import type { TaskWork } from "../../changes/use-open-task.ts";
import { openTaskKey } from "../../data/cached-tasks.ts";
import { useFocusBack, useWhileEditing } from "../editing.tsx";
import { Section } from "./section.tsx";

const nobody = { mentions: [], mentionsAll: null };

/** The description as Markdown, with its editor. Unsaved text is kept. */
export function Description({ work, viewerId }: { work: TaskWork; viewerId: string }) {
  const { id, description, descriptionVersion } = work.task;
  const draft = useDraft(descriptionDraft(id));
  const hasDraft = draft.text.trim() !== "" && draft.text !== description;
  const [isEditing, setIsEditing] = useState(false);
  /** The version at the start of editing. Undefined if editing started earlier, perhaps on another device. */
  const [begunWith, setBegunWith] = useState<number>();
  const button = useRef<HTMLButtonElement>(null);
  const giveFocusBack = useFocusBack(isEditing, button);

  function edit() {
    if (!hasDraft) {
      draft.write(description);
      setBegunWith(descriptionVersion);
    }
    setIsEditing(true);
  }
  function leave() {
    giveFocusBack();
    setIsEditing(false);
  }
  const verb = hasDraft ? "Continue writing" : description === "" ? "Add" : "Edit";
  return (
    <Section
      title="Description"
      action={
        !isEditing && (
          <>
            {hasDraft && <span className="text-highlight-text text-xs">Not saved yet</span>}
            <Button
              ref={button}
              size="xs"
              variant="ghost"
              icon={Pencil}
              aria-label={`${verb}${hasDraft ? "" : " description"}`}
              onClick={edit}
            >
              {verb}
            </Button>
          </>
        )
      }
    >
      {isEditing ? (
        <DescriptionEditor work={work} draft={draft} begunWith={begunWith} onDone={leave} />
      ) : (
        description !== "" && (
          <WrittenText className="wrap-anywhere" content={description} calls={nobody} viewerId={viewerId} />
        )
      )}
    </Section>
  );
}

interface DescriptionEditorProps {
  work: TaskWork;
  draft: ReturnType<typeof useDraft>;
  /** The version of the description that this text is a change of, where it is known. */
  begunWith: number | undefined;
  onDone: () => void;
}

/**
 * The editor of a description. Another person's newer version is shown next to it, and can be replaced only after it was
 * seen. Escape leaves the editor and keeps the text; Control or Command and Enter saves.
 */
function DescriptionEditor({ work, draft, begunWith, onDone }: DescriptionEditorProps) {
  const { id, description, descriptionVersion } = work.task;
  const queryClient = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const [seen, setSeen] = useState(begunWith);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useWhileEditing(true);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const isOther = seen !== descriptionVersion && draft.text.trim() !== description;
  const isLong = isTooLong(draft.text, taskDescriptionMaxLength);

  async function save() {
    if (isLong || isSaving) return;
    setIsSaving(true);
    setError(null);
    setSeen(descriptionVersion);
    try {
      await work.run(setDescription({ text: draft.text.trim(), version: descriptionVersion }));
      draft.write("");
      onDone();
    } catch (refusal) {
      // The other version comes with the answer and is shown next to this one.
      if (isChangedMeanwhile(refusal)) await queryClient.invalidateQueries({ queryKey: openTaskKey(id) });
      else setError(errorMessage(refusal));
    } finally {
      setIsSaving(false);
    }
  }
  function discard() {
    draft.write("");
    onDone();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (draft.text === description) draft.write("");
      onDone();
    }
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      if (!isOther) void save();
    }
  }
  return (
    <div className="flex flex-col gap-2">
      {isOther && (
        <OtherText what="description" theirs={description} own={draft.text} onTakeTheirs={discard} />
      )}
      <div className="field-box px-2.5 py-2">
        <GrowingTextArea
          ref={field}
          value={draft.text}
          aria-label="Description"
          aria-invalid={isLong || error !== null}
          aria-describedby={error ? errorId : undefined}
          placeholder="What needs to be done, and why. Markdown is supported."
          className="min-h-24 max-h-[50vh]!"
          onChange={(event) => draft.write(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {error && (
        <p id={errorId} role="alert" className="font-medium text-danger-text text-xs">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" variant="primary" loading={isSaving} disabled={isLong} onClick={() => void save()}>
          {isOther ? "Replace it with mine" : "Save"}
        </Button>
        <Button size="sm" variant="ghost" onClick={discard}>
          Discard
        </Button>
        <span className="ml-auto">
          <LengthCount text={draft.text} max={taskDescriptionMaxLength} />
        </span>
      </div>
    </div>
  );
}
