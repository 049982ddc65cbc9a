import type { VotedSubject, Votes } from "@atoll/contract/votes/schemas";
import { ChevronUp } from "lucide-react";
import { counted } from "../../lib/counted.ts";
import { cx } from "../../ui/base/cx.ts";
import { useVotes } from "./use-votes.ts";

interface VoteControlProps {
  subject: VotedSubject;
  /** As they were fetched with the thing. */
  votes: Votes;
  /** The thing to vote on, for screen readers: "Vote for …". */
  label: string;
  /** False: the number alone. */
  mayVote: boolean;
  /** Large on the page of one thing, small in a list of similar ones. */
  size?: "sm" | "md" | "lg";
}

const sizes = {
  sm: "h-11 w-10 text-[15px] leading-[18px]",
  md: "h-12 w-11 text-[15px] leading-[18px]",
  lg: "h-12 w-11 text-[15px] leading-[18px] md:h-15 md:w-14 md:text-xl md:leading-6",
} as const;

/** A chevron over the number of votes, in lagoon where one of them is the viewer's. Live, and shown at once. */
export function VoteControl({ subject, votes, label, mayVote, size = "md" }: VoteControlProps) {
  const { count, isMine, toggle } = useVotes(subject, votes);
  const look = cx(
    "flex flex-none flex-col items-center justify-center rounded-md border font-display font-semibold tabular-nums",
    sizes[size],
    isMine
      ? "border-[color-mix(in_oklab,var(--primary)_45%,transparent)] bg-primary-soft text-primary-text"
      : "border-border-strong bg-surface-raised text-text",
  );
  const content = (
    <>
      <ChevronUp size={14} aria-hidden className={cx("mb-px", !isMine && "text-faint")} />
      {count}
    </>
  );
  const inWords = counted(count, "vote");
  if (!mayVote)
    return (
      <span role="img" aria-label={`${label}: ${inWords}`} className={look}>
        {content}
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={isMine}
      aria-label={`Vote for ${label}, ${inWords}`}
      onClick={toggle}
      className={cx(look, !isMine && "hover:bg-surface-hover")}
    >
      {content}
    </button>
  );
}
