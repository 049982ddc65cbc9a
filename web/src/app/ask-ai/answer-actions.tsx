import type { Turn } from "@atoll/contract/ask-ai/schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { Link, useNavigate } from "@tanstack/react-router";
import { BookOpen, CirclePlus, MessageCircle, MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { draftsOf, useDraft } from "../../capabilities/offline/drafts/use-draft.ts";
import { writingPlace } from "../../features/chat/stream/writing-place.ts";
import { noteMissedSearch } from "../../features/knowledge/data/api.ts";
import { proposeTask } from "../../features/tasks/propose-task.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { Menu } from "../../ui/popup/menu.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import type { KnownChannel } from "./source-parts.tsx";

const linkLook = buttonClass({ size: "sm", variant: "ghost" });
/** As the knowledge base counts them. */
const missedLength = 100;

export interface AnswerActionsProps {
  turn: Turn;
  channels: readonly KnownChannel[];
  /** Makes the link to the answer open for colleagues. */
  onShare: () => Promise<void>;
}

/** Ways from an answer to the rest of the workspace. Each fills a form: the asker sends it, or does not. */
export function AnswerActions({ turn, channels, onShare }: AnswerActionsProps) {
  const viewer = useViewer();
  const isPoor = turn.summary === null && (turn.isWeak || turn.passages.length === 0);
  return (
    <>
      {turn.passages.length > 0 && canCreateTasks(viewer) && <CreateTask turn={turn} viewerId={viewer.id} />}
      {turn.passages.length > 0 && channels.length > 0 && (
        <ShareInChat turn={turn} channels={channels} onShare={onShare} />
      )}
      {turn.summary === null && (
        <Link
          className={linkLook}
          to="/community-faqs/$"
          params={{ _splat: "ask" }}
          search={{ title: turn.question }}
        >
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

/** Puts a link to the answer into the message field of a chat. Readers see what they may read themselves. */
function ShareInChat({ turn, channels, onShare }: AnswerActionsProps) {
  const navigate = useNavigate();
  const drafts = draftsOf(useSignedIn());
  async function share(channelId: string) {
    await onShare();
    const place = writingPlace(channelId, null);
    const typed = drafts.read(place);
    const text = `${turn.question}\n${new URL(`/ask-ai/shared/${turn.id}`, location.href).href}`;
    drafts.write(place, typed === "" ? text : `${typed}\n${text}`);
    await navigate({ to: "/chat/channel/$channelId", params: { channelId } });
  }
  return (
    <Menu
      label="Share in chat"
      trigger={
        <Button icon={MessageCircle} size="sm" variant="ghost">
          Share in chat
        </Button>
      }
      items={channels.map(({ id, title }) => ({
        label: title,
        onSelect: () => void share(id).catch((error: unknown) => notify.error(errorMessage(error))),
      }))}
    />
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
      {isTold ? "Owners told" : "Tell the owners"}
    </Button>
  );
}

function textOf({ answer, passages }: Turn): string {
  if (answer?.text) return answer.text.replaceAll(/\s*\[(?:\d{1,3}|\?)\]/g, "");
  return passages
    .slice(0, 3)
    .map(({ title, text }) => text.text || title.text)
    .join("\n\n");
}
