import type { Person } from "@atoll/contract/people/schemas";
import {
  maxTagsPerQuestion,
  questionTextMaxLength,
  questionTitleMaxLength,
  tagNameMaxLength,
} from "@atoll/contract/questions/limits";
import type { NewQuestion, OpenQuestion } from "@atoll/contract/questions/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { useRef, useState } from "react";
import { WriteField, type WriteFieldHandle } from "../../../capabilities/composer/write-field.tsx";
import { AttachButton } from "../../../capabilities/files/upload/attach-button.tsx";
import { AttachmentTray } from "../../../capabilities/files/upload/attachment-tray.tsx";
import { useUploads } from "../../../capabilities/files/upload/own-uploads.ts";
import { useTray } from "../../../capabilities/files/upload/use-tray.ts";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { SimilarBox } from "../../../capabilities/similar/similar-section.tsx";
import { useSimilar } from "../../../capabilities/similar/use-similar.ts";
import { useChoice, useToggle } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { judge } from "../../../lib/request/judge-error.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { askQuestion } from "../data/api.ts";
import { pendingQuestionsOf } from "../data/pending-questions.ts";
import { SendTo } from "./send-to.tsx";
import { similarKinds } from "./similar-kinds.ts";
import { SimilarRow } from "./similar-row.tsx";
import { TagField } from "./tag-field.tsx";

interface AskDialogProps {
  /** The title from the address, for example from a search of the FAQ. */
  title: string;
  onClose: () => void;
  onAsked: (question: OpenQuestion) => void;
  /** Something that is there answers it. */
  onAnswered: (hit: Hit) => void;
}

const place = "question:new";

/** Asks a question, and shows while typing what may answer it. */
export function AskDialog({ title: brought, onClose, onAsked, onAnswered }: AskDialogProps) {
  const signedIn = useSignedIn();
  const draftTitle = useDraft(`question-title/${signedIn.viewer.id}`);
  const details = useDraft(`question-text/${signedIn.viewer.id}`);
  const [own, setOwn] = useState(brought);
  // The title from the address and an older draft are both kept.
  const title = brought === "" ? draftTitle.text : own;
  const writeTitle = brought === "" ? draftTitle.write : setOwn;
  const [id] = useState(uuidv7);
  const field = useRef<WriteFieldHandle>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const tray = useTray(place);
  const uploads = useUploads();
  const similar = useSimilar(title, { kinds: similarKinds });

  function finish(): void {
    tray.take();
    draftTitle.write("");
    details.write("");
  }
  const form = useForm({
    values: {
      tags: [] as string[],
      departmentId: null as string | null,
      asked: null as Person | null,
      isPrivate: false,
      isAnonymous: false,
    },
    send: async ({ tags, departmentId, asked, isPrivate, isAnonymous }) => {
      const files = await uploads.settled(tray.uploads.map((upload) => upload.id));
      const question = await ask({
        id,
        title: title.trim(),
        content: details.text.trim(),
        tags,
        departmentId,
        isPrivate: isPrivate && departmentId !== null,
        askedId: asked?.id ?? null,
        isAnonymous,
        mentionIds: field.current?.calledIds() ?? [],
        attachmentIds: files.map((file) => file.id),
      });
      finish();
      if (question) return onAsked(question);
      notify.info("You are offline. Your question is sent when you are connected again.");
      onClose();
    },
    fallback: "Failed to ask the question",
  });
  /** @returns nothing where there is no connection: the question waits in the outbox then. */
  async function ask(question: NewQuestion): Promise<OpenQuestion | null> {
    try {
      return await askQuestion(question);
    } catch (error) {
      if (judge(error) !== "unanswered") throw error;
      pendingQuestionsOf(signedIn).put({
        id,
        kind: "question",
        subject: `question/${id}`,
        body: { question },
        createdAt: new Date().toISOString(),
        failure: null,
      });
      return null;
    }
  }
  const tags = useChoice(form, "tags");
  const departmentId = useChoice(form, "departmentId");
  const asked = useChoice(form, "asked");
  const isAnonymous = useToggle(form, "isAnonymous");
  const isPrivate = useToggle(form, "isPrivate");
  const hasFilesThatTell = isAnonymous.checked && tray.uploads.length > 0;
  return (
    <FormDialog
      keepsWords
      form={form}
      onClose={onClose}
      title="Ask a Question"
      width={560}
      initialFocus={titleField}
      verb="Post Question"
      isDisabled={title.trim() === "" || tray.hasFailure || hasFilesThatTell}
      aside={
        asked.value && (
          <span className="mr-auto text-muted text-xs max-md:hidden">
            Moves to someone else after one working day.
          </span>
        )
      }
    >
      <div className="flex flex-col gap-2">
        <TextField
          ref={titleField}
          label="Your question"
          value={title}
          maxLength={questionTitleMaxLength}
          autoComplete="off"
          onChange={({ target }) => writeTitle(target.value)}
        />
        <SimilarBox
          title="This may be answered"
          hits={similar.slice(0, 4)}
          renderHit={(hit) => (
            <SimilarRow
              key={`${hit.kind}/${hit.id}`}
              hit={hit}
              action={
                <Button size="sm" onClick={() => onAnswered(hit)}>
                  This answers it
                </Button>
              }
            />
          )}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <p className="font-semibold text-xs">Details</p>
        <WriteField
          ref={field}
          label="Details"
          max={questionTextMaxLength}
          isLong
          placeholder="What did you try, and what do you need it for?"
          text={details.text}
          onTextChange={details.write}
          above={<AttachmentTray place={place} />}
          tools={!isAnonymous.checked && <AttachButton onFiles={tray.add} />}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <TagField
          tags={tags.value}
          onChange={tags.onValueChange}
          max={maxTagsPerQuestion}
          maxLength={tagNameMaxLength}
        />
        <SendTo
          tags={tags.value}
          departmentId={departmentId.value}
          onDepartment={departmentId.onValueChange}
          person={asked.value}
          onPerson={asked.onValueChange}
        />
      </div>
      {departmentId.value !== null && <Checkbox {...isPrivate} label="Only this department can see it" />}
      <Checkbox
        {...isAnonymous}
        label="Ask anonymously"
        help="Nobody sees that you asked, not even moderators. Your answers and comments still show your name."
      />
      {hasFilesThatTell && (
        <InlineAlert tone="notice">Remove the files first: they could show who asked.</InlineAlert>
      )}
    </FormDialog>
  );
}
