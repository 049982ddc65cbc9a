import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import { useDraft } from "../../../../capabilities/offline/drafts/use-draft.ts";
import { WrittenText } from "../../../../capabilities/writing/markdown/written-text.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { descriptionDraft } from "../../changes/description-draft.ts";
import type { TaskWork } from "../../changes/use-task-work.ts";
import { useFocusBack } from "../editing.tsx";
import { DescriptionEditor } from "./description-editor.tsx";
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
