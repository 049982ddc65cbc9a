import type { Person } from "@atoll/contract/people/schemas";
import {
  maxTagsPerQuestion,
  questionTitleMaxLength,
  tagNameMaxLength,
} from "@atoll/contract/questions/limits";
import type { NewQuestion, OpenQuestion } from "@atoll/contract/questions/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { AttachButton } from "../../../capabilities/files/upload/attach-button.tsx";
import { AttachmentTray } from "../../../capabilities/files/upload/attachment-tray.tsx";
import { useUploads } from "../../../capabilities/files/upload/own-uploads.ts";
import { useTray } from "../../../capabilities/files/upload/use-tray.ts";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { useSimilar } from "../../../capabilities/similar/use-similar.ts";
import { judge } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { askQuestion } from "../data/api.ts";
import { pendingQuestionsOf } from "../data/pending-questions.ts";
import { WriteField, type WriteFieldHandle } from "../write-field.tsx";
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
  const [tags, setTags] = useState<string[]>([]);
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const [asked, setAsked] = useState<Person | null>(null);
  const [isPrivate, setPrivate] = useState(false);
  const [isAnonymous, setAnonymous] = useState(false);
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
  const asking = useMutation({
    mutationFn: async () => {
      const files = await uploads.settled(tray.uploads.map((upload) => upload.id));
      const body: NewQuestion = {
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
      };
      try {
        return await askQuestion(body);
      } catch (error) {
        if (judge(error) !== "unanswered") throw error;
        const createdAt = new Date().toISOString();
        pendingQuestionsOf(signedIn).put({
          id,
          kind: "question",
          subject: `question/${id}`,
          body: { question: body },
          createdAt,
          failure: null,
        });
        return null;
      }
    },
    onSuccess(question) {
      finish();
      if (question) return onAsked(question);
      notify.info("You are offline. Your question is sent when you are connected again.");
      onClose();
    },
  });
  const cannotAsk = title.trim() === "" || tray.hasFailure || (isAnonymous && tray.uploads.length > 0);
  const submit = () => {
    if (!cannotAsk && !asking.isPending) asking.mutate();
  };
  return (
    <Dialog
      keepsWords
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Ask a Question"
      width={560}
      initialFocus={titleField}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      footer={
        <>
          {asked && (
            <span className="mr-auto text-muted text-xs max-md:hidden">
              Moves to someone else after one working day.
            </span>
          )}
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" disabled={cannotAsk} loading={asking.isPending}>
            Post Question
          </Button>
        </>
      }
    >
      {asking.error && (
        <InlineAlert tone="error">{errorMessage(asking.error, "Failed to ask the question")}</InlineAlert>
      )}
      <div>
        <TextField
          ref={titleField}
          label="Your question"
          value={title}
          maxLength={questionTitleMaxLength}
          autoComplete="off"
          onChange={({ target }) => writeTitle(target.value)}
        />
        <SimilarBox hits={similar} onAnswered={onAnswered} />
      </div>
      <div className="flex flex-col gap-1.5">
        <p className="font-semibold text-xs">Details</p>
        <WriteField
          ref={field}
          label="Details"
          placeholder="What did you try, and what do you need it for?"
          text={details.text}
          onTextChange={details.write}
          onSubmit={submit}
          above={<AttachmentTray place={place} />}
          tools={!isAnonymous && <AttachButton onFiles={tray.add} />}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <TagField tags={tags} onChange={setTags} max={maxTagsPerQuestion} maxLength={tagNameMaxLength} />
        <SendTo
          tags={tags}
          departmentId={departmentId}
          onDepartment={setDepartmentId}
          person={asked}
          onPerson={setAsked}
        />
      </div>
      {departmentId !== null && (
        <Checkbox
          label="Only this department can see it"
          checked={isPrivate}
          onChange={({ target }) => setPrivate(target.checked)}
        />
      )}
      <Checkbox
        label="Ask anonymously"
        help="Nobody sees that you asked, moderators neither. Answers and comments you write keep your name."
        checked={isAnonymous}
        onChange={({ target }) => setAnonymous(target.checked)}
      />
      {isAnonymous && tray.uploads.length > 0 && (
        <InlineAlert tone="notice">Remove the files first: they could show who asked.</InlineAlert>
      )}
    </Dialog>
  );
}

function SimilarBox({
  hits,
  onAnswered,
}: {
  hits: readonly Hit[];
  onAnswered: (hit: Hit) => void;
}): ReactNode {
  if (hits.length === 0) return null;
  return (
    <section
      aria-label="This may be answered"
      className="mt-2 rounded-md border bg-surface-sunken px-3 pt-2.5 pb-1"
    >
      <p className="flex items-center">
        <span className="font-semibold">This may be answered</span>
        <span role="status" className="ml-auto text-muted text-xs">
          {hits.length} close {hits.length === 1 ? "match" : "matches"}
        </span>
      </p>
      <ul>
        {hits.slice(0, 4).map((hit) => (
          <SimilarRow
            key={`${hit.kind}/${hit.id}`}
            hit={hit}
            action={
              <Button size="sm" onClick={() => onAnswered(hit)}>
                This answers it
              </Button>
            }
          />
        ))}
      </ul>
    </section>
  );
}
