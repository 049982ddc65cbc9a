import { isInAudience } from "@atoll/contract/ideas/policy";
import { MessageCircle, X } from "lucide-react";
import { useEffect, useState } from "react";
import { AttachButton } from "../../../capabilities/files/upload/attach-button.tsx";
import { AttachmentTray } from "../../../capabilities/files/upload/attachment-tray.tsx";
import { useUploads } from "../../../capabilities/files/upload/own-uploads.ts";
import { useTray } from "../../../capabilities/files/upload/use-tray.ts";
import { StartOver } from "../../../capabilities/offline/drafts/start-over.tsx";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { useSimilar } from "../../../capabilities/similar/use-similar.ts";
import { useChoice, useToggle } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { type IdeaFields, ideaFormSchema, readIdeaDraft, writeIdeaDraft } from "./new-idea-form.ts";
import { newIdeaDraft, newIdeaTray, postIdea } from "./new-idea-outbox.ts";
import { SimilarIdeas } from "./similar-ideas.tsx";

/** The message that an idea is made from. */
export interface IdeaSource {
  messageId: string;
  /** "Ines in business-development". */
  line: string;
}

export interface NewIdeaDialogProps {
  /** The initial text of the form, from a selected message, instead of the draft. */
  begin?: { title: string; text: string; source: IdeaSource };
  onClose: () => void;
  onOpen: (ideaId: string) => void;
}

const kinds = ["idea"] as const;

const waitingTexts = {
  unanswered: "There is no connection. Your idea is posted when there is one.",
  "in-trouble": "The server cannot accept this right now. Your idea is posted later.",
};

/** A new idea. A person who finds theirs among the similar ones votes for it instead, which closes the dialog. */
export function NewIdeaDialog({ begin, onClose, onOpen }: NewIdeaDialogProps) {
  const signedIn = useSignedIn();
  const { viewer } = signedIn;
  // An idea that is sent again is the same one.
  const [id] = useState(uuidv7);
  const draft = useDraft(newIdeaDraft(viewer.id));
  const uploads = useUploads();
  const tray = useTray(newIdeaTray);
  const departments = useAllDepartments();
  const [source, setSource] = useState(begin?.source ?? null);
  const [first] = useState<IdeaFields>(() => ({
    title: begin?.title ?? "",
    text: begin?.text ?? "",
    departmentId: "",
    tags: "",
    audienceIds: [],
    isAnonymous: false,
  }));
  const [initial] = useState(() => (begin ? first : readIdeaDraft(draft.read(), first)));
  const form = useForm({
    values: initial,
    schema: ideaFormSchema,
    send: async (idea) => {
      const files = await uploads.settled(tray.uploads.map((upload) => upload.id));
      const outcome = await postIdea(signedIn, {
        id,
        ...idea,
        attachmentIds: files.map((file) => file.id),
        sourceMessageId: idea.isAnonymous ? null : (source?.messageId ?? null),
      });
      tray.take();
      if (!begin) draft.write("");
      if (outcome === "posted")
        notify.success("Idea posted", { id, action: { label: "Open", onClick: () => onOpen(id) } });
      else notify.info(waitingTexts[outcome], { id });
      onClose();
    },
    fieldOf: { department_not_found: "departmentId", idea_audience_not_own: "audienceIds" },
    fallback: "Failed to post the idea",
  });
  const title = form.watch("title");
  const hits = useSimilar(title, { kinds });
  const text = writeIdeaDraft(form.watch(), first);
  const { write, read } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the text changes, and only then
  useEffect(() => {
    if (!begin && text !== read()) write(text);
  }, [text]);
  const audience = useChoice(form, "audienceIds");
  const isAnonymous = useToggle(form, "isAnonymous");
  const hasFilesThatTell = isAnonymous.checked && tray.uploads.length > 0;
  const isOutside = isAnonymous.checked && !isInAudience(viewer, audience.value);
  const options = departmentOptions(departments);
  return (
    <FormDialog
      keepsWords
      form={form}
      onClose={onClose}
      title="New Idea"
      width={560}
      verb="Post Idea"
      isDisabled={hasFilesThatTell || isOutside}
      aside={
        <>
          {(text === "" || begin) && (
            <span className="mr-auto text-muted text-xs max-md:hidden">
              {audience.value.length === 0
                ? "Everyone can see ideas and who voted."
                : "Only these departments can see it."}
            </span>
          )}
          {text !== "" && !begin && (
            <StartOver
              onStartOver={() => {
                write("");
                form.reset(first);
              }}
            />
          )}
        </>
      }
    >
      <TextField {...form.field("title")} label="What would be better?" data-kept="" />
      <SimilarIdeas
        hits={hits}
        onVote={(idea) => {
          if (!begin) draft.write("");
          notify.success(`Your vote counts for “${idea.title}”`, {
            id: `voted/${idea.id}`,
            action: { label: "Open", onClick: () => onOpen(idea.id) },
          });
          onClose();
        }}
      />
      <TextArea
        {...form.field("text")}
        label="Why does it matter?"
        help="Say who feels it and how often. A link to a message or a deal helps."
        rows={3}
        data-kept=""
      />
      <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
        <Select
          {...useChoice(form, "departmentId")}
          label="Department"
          options={[{ value: "", label: "None" }, ...options]}
        />
        <MultiSelect
          {...audience}
          label="Who can see it"
          help="Everyone, unless you choose departments"
          options={options}
        />
        <TextField {...form.field("tags")} label="Tags" help="Separate several with commas" />
        {source && !isAnonymous.checked && <LinkedTo source={source} onRemove={() => setSource(null)} />}
      </div>
      <div>
        <AttachmentTray place={newIdeaTray} />
        {!isAnonymous.checked && (
          <span className="-ml-1.5 flex items-center text-muted text-xs">
            <AttachButton onFiles={tray.add} />
            Add files
          </span>
        )}
      </div>
      <Checkbox
        {...isAnonymous}
        label="Post anonymously"
        help="Nobody sees who posted it. You alone can still edit it. Your votes and comments show your name."
      />
      {hasFilesThatTell && (
        <InlineAlert tone="notice">Remove the files first: they could show who posted it.</InlineAlert>
      )}
      {isOutside && (
        <InlineAlert tone="notice">
          Add one of your own departments, or choose none: as the only person from outside, your vote would
          show who posted it.
        </InlineAlert>
      )}
    </FormDialog>
  );
}

function LinkedTo({ source, onRemove }: { source: IdeaSource; onRemove: () => void }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="font-semibold text-xs">Linked to</span>
      <span className="field-box flex h-8 min-w-0 items-center gap-2 pl-2.5 text-sm max-md:h-10">
        <MessageCircle aria-hidden="true" className="size-4 flex-none text-faint" />
        <span className="min-w-0 flex-1 truncate">{source.line}</span>
        <IconButton icon={X} size="xs" label="Remove the link to the message" onClick={onRemove} />
      </span>
    </div>
  );
}
