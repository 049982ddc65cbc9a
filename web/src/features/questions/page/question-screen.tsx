import type { Answer, OpenQuestion } from "@atoll/contract/questions/schemas";
import { isUuid } from "@atoll/contract/uuid";
import { EyeOff } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { readCommentHash } from "../../../capabilities/comments/use-named-comment.ts";
import { Attachments } from "../../../capabilities/files/shown/attachments.tsx";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { FollowButton } from "../../../capabilities/votes/follow-button.tsx";
import { VoteControl } from "../../../capabilities/votes/vote-control.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { counted } from "../../../lib/counted.ts";
import { useHash } from "../../../lib/page/use-hash.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { LinkButtons } from "../../../ui/button/link-buttons.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { markSeen } from "../data/api.ts";
import { useDecisions } from "../data/changes.ts";
import { openKey, useKeepQuestion, useSetFollowing } from "../data/use-questions.ts";
import { ageOf, askerOf } from "../data/words.ts";
import { TagChip } from "../list/tag-chip.tsx";
import { AnswerComposer } from "./answer-composer.tsx";
import { AnswerRow, CommentsBelow, useCommentsShown } from "./answer-row.tsx";
import { PromoteCard } from "./promote-card.tsx";
import { QuestionAside } from "./question-aside.tsx";
import { QuestionEditor } from "./question-editor.tsx";
import { QuestionMenu } from "./question-menu.tsx";
import { QuestionNotices } from "./question-notices.tsx";
import { answerAnchor } from "./use-answer-actions.tsx";

interface QuestionScreenProps {
  question: OpenQuestion;
  crumbs: ReactNode;
  linkTo: (id: string) => ReactElement<{ className?: string; children?: string }>;
  linkToPath: (path: string) => ReactElement<{ className?: string; children?: string }>;
  faqLink: ReactElement<{ className?: string; children?: string }> | null;
  /** More buttons next to its title, such as sharing it. */
  actions?: ReactNode;
  onDeleted: () => void;
}

/** A question with its answers; the accepted one comes first. */
export function QuestionScreen(props: QuestionScreenProps) {
  const { question, linkTo } = props;
  const viewer = useViewer();
  const keep = useKeepQuestion();
  const setFollowing = useSetFollowing();
  const [isEditing, setEditing] = useState(false);
  const [showsComments, setShowsComments] = useCommentsShown(question.id, question.commentCount);
  useSeenWhenOpened(question);
  const { author, standing, rights } = question;
  const isMerged = standing.mergedInto !== null;
  return (
    <div className="flex h-full min-h-0 max-xl:block max-xl:overflow-y-auto">
      <div className="page-pad min-w-0 flex-1 overflow-y-auto max-xl:overflow-visible">
        <div className="max-w-[872px]">
          {props.crumbs}
          <AsOf queryKey={openKey(question.id)} className="mb-2" />
          <header className="mt-2 flex flex-wrap items-start gap-x-3 gap-y-2">
            <h1
              tabIndex={-1}
              className="type-page min-w-0 flex-1 text-balance outline-none wrap-anywhere max-md:basis-full"
            >
              {question.title}
            </h1>
            <FollowButton
              subject={{ kind: "question", id: question.id }}
              following={standing.following}
              onChange={(following) => setFollowing(question.id, following)}
            />
            {props.actions}
            <LinkButtons thing={{ title: question.title, path: `/community-faqs/${question.id}` }} />
            <QuestionMenu question={question} onEdit={() => setEditing(true)} onDeleted={props.onDeleted} />
          </header>
          <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-muted text-xs">
            Asked by
            {author ? (
              <>
                <PersonAvatar person={author} decorative size={16} />
                <NameButton userId={author.id}>{askerOf(question)}</NameButton>
              </>
            ) : (
              <>
                <EyeOff size={14} aria-hidden /> an anonymous colleague
              </>
            )}
            <span>· {ageOf(question.createdAt)}</span>
            {author && <span>· {counted(question.viewCount, "view")}</span>}
            <span>· Active {ageOf(question.activeAt)}</span>
            {question.tags.map(({ id, name }) => (
              <TagChip key={id} name={name} />
            ))}
          </p>
          <div className="mt-3">
            <QuestionNotices question={question} linkTo={linkTo} faqLink={props.faqLink} />
          </div>
          <div className="mt-4 flex gap-4 max-md:gap-3">
            <VoteControl
              subject={{ kind: "question", id: question.id }}
              votes={standing.votes}
              label={question.title}
              mayVote={rights.mayVote}
            />
            <div className="min-w-0 flex-1">
              {isEditing ? (
                <QuestionEditor question={question} onSaved={keep} onDone={() => setEditing(false)} />
              ) : (
                question.content !== "" && (
                  <WrittenText
                    content={question.content}
                    calls={{ mentions: question.mentions, mentionsAll: null }}
                    viewerId={viewer.id}
                    className="max-w-[64ch] text-md leading-relaxed wrap-anywhere"
                  />
                )
              )}
              <Attachments attachments={question.attachments} />
              {author === null && rights.mayEdit && (
                <p className="mt-1 text-muted text-xs">
                  You asked this anonymously. Comments and answers that you write here show your name.
                </p>
              )}
              <CommentsBelow
                subject={{ kind: "question", id: question.id }}
                count={question.commentCount}
                isOpen={showsComments}
                onOpen={() => setShowsComments(true)}
              />
            </div>
          </div>
          {!isMerged && <Answers question={question} />}
          <AnswerComposer key={question.id} questionId={question.id} mayAnswer={rights.mayAnswer} />
        </div>
      </div>
      <QuestionAside question={question} linkTo={linkTo} linkToPath={props.linkToPath}>
        <PromoteCard question={question} />
      </QuestionAside>
    </div>
  );
}

function Answers({ question }: { question: OpenQuestion }) {
  const [order, setOrder] = useState<"votes" | "newest">("votes");
  const { decide } = useDecisions(question);
  const viewer = useViewer();
  // An answer that is deleted elsewhere while it is edited stays, with the words.
  const [edited, setEdited] = useState<Answer>();
  const named = useNamedAnswer(question);
  // As it was when the page was opened: opening it marks them as seen.
  const [newIds] = useState(() => newAnswersOf(question, viewer.id));
  const isEditedGone = edited && !question.answers.some(({ id }) => id === edited.id);
  const answers = isEditedGone ? [...question.answers, edited] : question.answers;
  const shown =
    order === "votes"
      ? answers
      : answers.toSorted(
          (one, other) =>
            Number(other.accepted === "yes") - Number(one.accepted === "yes") ||
            Date.parse(other.createdAt) - Date.parse(one.createdAt),
        );
  return (
    <section aria-label="Answers" className="mt-6">
      <div className="flex items-center gap-3">
        <h2 className="font-semibold">{counted(question.answers.length, "answer")}</h2>
        {question.acceptedBy && !question.isStale && (
          <button
            type="button"
            className="text-muted text-xs hover:text-text"
            onClick={() => decide({ act: "outdate", isOutdated: true })}
          >
            Mark as outdated
          </button>
        )}
        {answers.length > 1 && (
          <Segmented
            label="Order of answers"
            className="ml-auto"
            options={[
              { value: "votes", label: "Most votes" },
              { value: "newest", label: "Newest" },
            ]}
            value={order}
            onValueChange={setOrder}
          />
        )}
      </div>
      {named.isMissing && (
        <InlineAlert tone="notice" className="mt-2">
          The answer that this link leads to was deleted, or you cannot see it.
        </InlineAlert>
      )}
      {answers.length === 0 && <p className="mt-2 text-muted">Nobody has answered yet.</p>}
      <ul>
        {shown.map((answer) => (
          <AnswerRow
            key={answer.id}
            question={question}
            answer={answer}
            isNew={newIds.has(answer.id)}
            isNamed={answer.id === named.id}
            onEdit={setEdited}
          />
        ))}
      </ul>
    </section>
  );
}

/** The answer that the address leads to, itself or to a comment on it. It is brought into view once. */
function useNamedAnswer({ id, answers }: OpenQuestion): { id: string | null; isMissing: boolean } {
  const hash = useHash();
  const ending = hash.startsWith("#answer-") ? hash.slice("#answer-".length) : "";
  const own = isUuid(ending) ? ending : null;
  const subjectId = readCommentHash(hash)?.subjectId ?? null;
  const wanted = own ?? (subjectId === id ? null : subjectId);
  const isThere = answers.some((answer) => answer.id === wanted);
  useEffect(() => {
    if (own !== null && isThere)
      document.getElementById(answerAnchor(own))?.scrollIntoView({ block: "start" });
  }, [own, isThere]);
  return { id: own, isMissing: wanted !== null && !isThere };
}

function newAnswersOf({ answers, newAnswers }: OpenQuestion, viewerId: string): ReadonlySet<string> {
  const others = answers
    .filter(({ author }) => author.id !== viewerId)
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
  return new Set(others.slice(0, newAnswers).map(({ id }) => id));
}

/** Opening it marks its answers as seen, again for each that comes. A failure is said to nobody: it is marked the next time. */
function useSeenWhenOpened({ id, answers }: OpenQuestion): void {
  const count = answers.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is seen, too
  useEffect(() => {
    if (document.visibilityState === "visible") markSeen(id).catch(() => undefined);
  }, [id, count]);
}
