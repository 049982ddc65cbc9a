import { canWriteAnnouncements } from "@atoll/contract/announcements/policy";
import type { Turn } from "@atoll/contract/ask-ai/schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { Link, useNavigate } from "@tanstack/react-router";
import { BookOpen, CirclePlus, Megaphone, MessageCircle, MessageCircleQuestionMark } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { draftsOf, useDraft } from "../../capabilities/offline/drafts/use-draft.ts";
import { draftPlace, writeNewDraft } from "../../features/announcements/edit/fields.ts";
import { draftedAnnouncement, draftedTasks, withoutSources } from "../../features/ask-ai/draft-parts.ts";
import type { SourceParts } from "../../features/ask-ai/source-parts.ts";
import { writingPlace } from "../../features/chat/stream/writing-place.ts";
import { noteMissedSearch } from "../../features/knowledge/data/api.ts";
import { proposeTask } from "../../features/tasks/create/propose-task.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { Menu } from "../../ui/popup/menu.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import type { KnownChannel } from "./source-parts.tsx";

const CreateTasksDialog = lazy(async () => ({
  default: (await import("../../features/tasks/create/create-tasks-dialog.tsx")).CreateTasksDialog,
}));

interface DraftActionsProps {
  turn: Turn;
  channels: readonly KnownChannel[];
  parts: SourceParts;
}

/** Ways from a draft that the language model wrote to the form that it is for. The asker sends it, or does not. */
function DraftActions({ turn, channels, parts }: DraftActionsProps) {
  const viewer = useViewer();
  const text = turn.answer?.text ?? "";
  if (text === "") return null;
  if (turn.draft === "tasks")
    return canCreateTasks(viewer) ? <CreateTasks turn={turn} text={text} parts={parts} /> : null;
  if (turn.draft === "announcement")
    return canWriteAnnouncements(viewer) ? <UseAsAnnouncement text={text} /> : null;
  return channels.length > 0 ? (
    <ShareInChat
      channels={channels}
      label="Use as message"
      text={() => Promise.resolve(withoutSources(text).trim())}
    />
  ) : null;
}

function CreateTasks({ turn, text, parts }: { turn: Turn; text: string; parts: SourceParts }) {
  const [isOpen, setOpen] = useState(false);
  const proposed = draftedTasks(text).map(({ title, sourceNumber }) => {
    const hit = sourceNumber === undefined ? undefined : turn.passages[sourceNumber - 1];
    const description = hit ? `${parts.name(hit)}: ${new URL(hit.link, location.href).href}` : "";
    return { title, description };
  });
  if (proposed.length === 0) return null;
  return (
    <>
      <Button icon={CirclePlus} onClick={() => setOpen(true)} size="sm" variant="ghost">
        Create tasks
      </Button>
      {isOpen && (
        <Suspense>
          <CreateTasksDialog proposed={proposed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Opens the editor of a new announcement with the draft in it. */
function UseAsAnnouncement({ text }: { text: string }) {
  const navigate = useNavigate();
  const drafts = draftsOf(useSignedIn());
  function open() {
    const id = uuidv7();
    drafts.write(draftPlace(id), writeNewDraft(draftedAnnouncement(text)));
    void navigate({
      to: "/announcements/$announcementId/edit",
      params: { announcementId: id },
      search: { new: "1" },
    });
  }
  return (
    <Button icon={Megaphone} onClick={open} size="sm" variant="ghost">
      Use as announcement
    </Button>
  );
}

const linkLook = buttonClass({ size: "sm", variant: "ghost" });
/** As the knowledge base counts them. */
const missedLength = 100;

export interface AnswerActionsProps {
  turn: Turn;
  channels: readonly KnownChannel[];
  parts: SourceParts;
  /** Makes the link to the answer open for colleagues. */
  onShare: () => Promise<void>;
}

/** Ways from an answer to the rest of the workspace. Each fills a form: the asker sends it, or does not. */
export function AnswerActions({ turn, channels, parts, onShare }: AnswerActionsProps) {
  const viewer = useViewer();
  if (turn.draft !== null) return <DraftActions turn={turn} channels={channels} parts={parts} />;
  const isPoor = turn.summary === null && (turn.isWeak || turn.passages.length === 0);
  return (
    <>
      {turn.passages.length > 0 && canCreateTasks(viewer) && <CreateTask turn={turn} viewerId={viewer.id} />}
      {turn.passages.length > 0 && channels.length > 0 && (
        <ShareInChat
          channels={channels}
          label="Share in chat"
          // Readers see what they may read themselves.
          text={async () => {
            await onShare();
            return `${turn.question}\n${new URL(`/ask-ai/shared/${turn.id}`, location.href).href}`;
          }}
        />
      )}
      {turn.summary === null && (
        <Link className={linkLook} to="/community-faqs/ask" search={{ title: turn.question }}>
          <MessageCircleQuestionMark className="size-4" aria-hidden="true" />
          Ask a person
        </Link>
      )}
      {isPoor && <TellOwners key={turn.id} question={turn.question} />}
    </>
  );
}

/** Opens the form of a new task with the answer in it. */
function CreateTask({ turn, viewerId }: { turn: Turn; viewerId: string }) {
  const navigate = useNavigate();
  const draft = useDraft(`task-new/${viewerId}`);
  function begin() {
    // A task that the person has started is theirs to finish or to discard.
    if (draft.read() === "") {
      const { title } = proposeTask(turn.question);
      const { description } = proposeTask(textOf(turn));
      draft.write(JSON.stringify({ title, description }));
    } else notify.info("You have an unfinished task. Save or discard it first.");
    void navigate({ to: "/tasks", search: { new: "1" } });
  }
  return (
    <Button icon={CirclePlus} onClick={begin} size="sm" variant="ghost">
      Create task
    </Button>
  );
}

/** Lets a question without an answer reach the owners of the knowledge base, if the asker wants it to. */
function TellOwners({ question }: { question: string }) {
  const [isTold, setIsTold] = useState(false);
  function tell() {
    setIsTold(true);
    noteMissedSearch([...question].slice(0, missedLength).join("")).then(
      () => notify.success("Passed on without your name. Owners see questions that several people ask."),
      (error: unknown) => {
        setIsTold(false);
        notify.error(errorMessage(error));
      },
    );
  }
  return (
    <Button disabled={isTold} icon={BookOpen} onClick={tell} size="sm" variant="ghost">
      {isTold ? "Owners notified" : "Notify the owners"}
    </Button>
  );
}

function textOf({ answer, passages }: Turn): string {
  if (answer?.text) return withoutSources(answer.text);
  return passages
    .slice(0, 3)
    .map(({ title, text }) => text.text || title.text)
    .join("\n\n");
}

interface ShareInChatProps {
  channels: readonly KnownChannel[];
  label: string;
  /** Called once a chat is chosen. */
  text: () => Promise<string>;
}

/** Puts a text into the message field of a chat, behind what is typed there. */
function ShareInChat({ channels, label, text }: ShareInChatProps) {
  const navigate = useNavigate();
  const drafts = draftsOf(useSignedIn());
  async function share(channelId: string) {
    const added = await text();
    const place = writingPlace(channelId, null);
    const typed = drafts.read(place);
    drafts.write(place, typed === "" ? added : `${typed}\n${added}`);
    await navigate({ to: "/chat/channel/$channelId", params: { channelId } });
  }
  return (
    <Menu
      label={label}
      trigger={
        <Button icon={MessageCircle} size="sm" variant="ghost">
          {label}
        </Button>
      }
      items={channels.map(({ id, title }) => ({
        label: title,
        onSelect: () => void share(id).catch((error: unknown) => notify.error(errorMessage(error))),
      }))}
    />
  );
}
