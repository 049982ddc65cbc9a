import type { Turn } from "@atoll/contract/ask-ai/schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { Link, useNavigate } from "@tanstack/react-router";
import { BookOpen, CirclePlus, MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { useDraft } from "../../capabilities/offline/drafts/use-draft.ts";
import { withoutSources } from "../../features/ask-ai/draft-parts.ts";
import type { SourceParts } from "../../features/ask-ai/source-parts.ts";
import { noteMissedSearch } from "../../features/knowledge/data/api.ts";
import { proposeTask } from "../../features/tasks/propose-task.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { notify } from "../../ui/toast/toast.tsx";
import { DraftActions } from "./draft-actions.tsx";
import { ShareInChat } from "./share-in-chat.tsx";
import type { KnownChannel } from "./source-parts.tsx";

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
  if (answer?.text) return withoutSources(answer.text);
  return passages
    .slice(0, 3)
    .map(({ title, text }) => text.text || title.text)
    .join("\n\n");
}
