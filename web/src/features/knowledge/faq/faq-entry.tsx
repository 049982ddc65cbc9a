import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, Pencil, ThumbsDown, ThumbsUp } from "lucide-react";
import { useEffect } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatDate } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Marked } from "../../../ui/base/marked.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { LinkButtons } from "../../../ui/button/link-buttons.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { markRead, voteOnArticle } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { StillRight } from "../shared/still-right.tsx";
import { daysOverdue, TrustBadge } from "../shared/trust.tsx";
import { marksIn } from "./filter-answers.ts";

interface FaqEntryProps {
  answer: FaqAnswer;
  /** The search text, which is marked in the question. */
  text: string;
  isOpen: boolean;
  onToggle: () => void;
  onEdit: () => void;
}

const nobody = { mentions: [], mentionsAll: null };
const newForMs = 7 * 86_400_000;

/** A question, and its answer once it is opened. */
export function FaqEntry({ answer, text, isOpen, onToggle, onEdit }: FaqEntryProps) {
  const now = useNow();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const isNew = now.getTime() - Date.parse(answer.createdAt) < newForMs && answer.version === 1;
  return (
    <>
      <h3>
        <button
          type="button"
          data-question=""
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center gap-2.5 px-4 py-2 text-left hover:bg-surface-hover"
        >
          <Chevron aria-hidden="true" className="size-4 flex-none text-faint" />
          <span className="min-w-0 flex-1 font-medium">
            <Marked text={answer.title} marks={marksIn(answer.title, text)} />
          </span>
          {!isOpen && (
            <span className="flex flex-none items-center gap-4 max-md:hidden">
              {isNew ? <Badge tone="accent">New</Badge> : <TrustBadge article={answer} />}
              <span className="w-16 text-right text-muted text-xs">
                {answer.helpful > 0 && `${answer.helpful} helpful`}
              </span>
            </span>
          )}
        </button>
      </h3>
      {isOpen && <OpenAnswer answer={answer} onEdit={onEdit} />}
    </>
  );
}

function OpenAnswer({ answer, onEdit }: { answer: FaqAnswer; onEdit: () => void }) {
  const viewer = useViewer();
  const now = useNow();
  const { id } = answer;
  useEffect(() => {
    markRead(id).catch(() => undefined);
  }, [id]);
  return (
    <>
      <div className="flex flex-col gap-3 px-4 pb-3 pl-[42px] max-md:pl-4">
        <WrittenText
          className="max-w-[64ch] text-md leading-relaxed wrap-anywhere"
          content={answer.answer}
          calls={nobody}
          viewerId={viewer.id}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-xs">
          <span className="flex items-center gap-1.5">
            <PersonAvatar person={answer.owner} decorative size={20} />
            {authorName(answer.owner)}
          </span>
          <TrustBadge article={answer} withAge />
          {answer.reviewAt && daysOverdue(answer, now) === null && (
            <span>Next review {formatDate(answer.reviewAt)}</span>
          )}
          <span className="ml-auto flex items-center gap-1">
            {answer.canEdit && daysOverdue(answer, now) !== null && <StillRight article={answer} />}
            <LinkButtons
              size="sm"
              thing={{ title: answer.title, path: `/knowledge-base/faq?answer=${id}` }}
            />
            {answer.canEdit && <IconButton size="sm" icon={Pencil} label="Edit answer" onClick={onEdit} />}
          </span>
        </div>
      </div>
      <Helpful answer={answer} />
    </>
  );
}

/** Yes or no, once for each person; pressing it again takes the vote back. */
function Helpful({ answer }: { answer: FaqAnswer }) {
  const queryClient = useQueryClient();
  const vote = useMutation({
    mutationFn: (choice: "yes" | "no" | null) => voteOnArticle(answer.id, choice),
    onSuccess(counts) {
      queryClient.setQueryData<FaqAnswer[]>(keys.faq, (held) =>
        held?.map((one) => (one.id === answer.id ? { ...one, ...counts } : one)),
      );
    },
    onError: (error) => void notify.error(errorMessage(error, "Failed to save your vote")),
  });
  const choose = (choice: "yes" | "no") => vote.mutate(answer.myVote === choice ? null : choice);
  return (
    <div className="flex flex-wrap items-center gap-2 border-t bg-surface-sunken px-4 py-2 pl-[42px] max-md:pl-4">
      <span className="text-muted">Was this helpful?</span>
      {(["yes", "no"] as const).map((choice) => (
        <Button
          key={choice}
          size="sm"
          variant={answer.myVote === choice ? "soft" : "secondary"}
          icon={choice === "yes" ? ThumbsUp : ThumbsDown}
          aria-pressed={answer.myVote === choice}
          className={cx("max-md:h-9")}
          disabled={vote.isPending}
          onClick={() => choose(choice)}
        >
          {choice === "yes" ? "Yes" : "No"} {(choice === "yes" ? answer.helpful : answer.unhelpful) || ""}
        </Button>
      ))}
      {answer.myVote !== null && (
        <span className="text-muted text-xs">Thank you. The owner sees the number of votes.</span>
      )}
    </div>
  );
}
