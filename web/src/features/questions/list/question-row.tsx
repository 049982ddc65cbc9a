import type { Question } from "@atoll/contract/questions/schemas";
import { BookOpen, Clock, EyeOff, Lock } from "lucide-react";
import { cloneElement, type ReactElement } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { VoteControl } from "../../../capabilities/votes/vote-control.tsx";
import { counted } from "../../../lib/counted.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { AnswersBox } from "../answers-box.tsx";
import { ageOf, askerOf, staleWords, waitOf } from "../data/words.ts";
import { TagChip } from "./tag-chip.tsx";

interface QuestionRowProps {
  question: Question;
  /** An empty link to it. */
  link: ReactElement<{ className?: string; children?: string }>;
  /** With `onChoose`: a box to select it is shown. */
  isChosen?: boolean;
  onChoose?: () => void;
}

/** A question in the list: votes, answers, title, one line, tags, asker and age. */
export function QuestionRow({ question, link, isChosen = false, onChoose }: QuestionRowProps) {
  const { author, standing } = question;
  return (
    <li className="relative flex items-start gap-3 py-3 not-first:border-t has-[input:checked]:-mx-2 has-[input:checked]:bg-primary-soft has-[input:checked]:px-2">
      {onChoose && (
        <Checkbox label={`Select ${question.title}`} hideLabel checked={isChosen} onChange={onChoose} />
      )}
      <div className="flex flex-none gap-3 max-md:flex-col max-md:gap-1.5">
        <VoteControl
          subject={{ kind: "question", id: question.id }}
          votes={standing.votes}
          label={question.title}
          mayVote
        />
        <AnswersBox count={question.answerCount} isAccepted={question.acceptedBy !== null} />
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold wrap-anywhere">
          {cloneElement(link, { className: "hover:text-primary-text", children: question.title })}
          {question.newAnswers > 0 && (
            <span className="ml-2 inline-block size-[7px] rounded-full bg-accent-bright align-[1px]">
              <VisuallyHidden>, new answers</VisuallyHidden>
            </span>
          )}
        </h3>
        {question.note !== "" && (
          <p className="truncate text-muted max-md:line-clamp-2 max-md:whitespace-normal">{question.note}</p>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          {question.tags.map(({ id, name }) => (
            <TagChip key={id} name={name} />
          ))}
          <span className="flex items-center gap-1.5">
            {author ? (
              <PersonAvatar person={author} decorative size={16} />
            ) : (
              <EyeOff size={14} aria-hidden />
            )}
            {askerOf(question)}
          </span>
          <Part>{ageOf(question.createdAt)}</Part>
          <LastPart question={question} />
        </div>
      </div>
    </li>
  );
}

function Part({ children }: { children: React.ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden>·</span>
      {children}
    </span>
  );
}

/** The one thing worth knowing before opening it. */
function LastPart({ question }: { question: Question }) {
  const wait = waitOf(question);
  if (question.standing.hidden)
    return (
      <Part>
        <EyeOff size={12} aria-hidden /> Hidden
      </Part>
    );
  if (question.closedAs === "faq")
    return (
      <Part>
        <BookOpen size={12} aria-hidden /> In the FAQ
      </Part>
    );
  if (question.closedAs === "duplicate") return <Part>Duplicate</Part>;
  if (question.isPrivate)
    return (
      <Part>
        <Lock size={12} aria-hidden /> {question.department?.name} only
      </Part>
    );
  if (question.isStale)
    return (
      <Part>
        <span className="flex items-center gap-1.5 text-warning-text">
          <Clock size={12} aria-hidden /> {staleWords(question)}
        </span>
      </Part>
    );
  if (question.newAnswers > 0)
    return <Part>{counted(question.newAnswers, "new answer", "new answers")}</Part>;
  if (question.acceptedBy) return <Part>Answered by {authorName(question.acceptedBy)}</Part>;
  return wait && <span className="font-semibold text-danger-text">· {wait}</span>;
}
