import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import type { HitDetail } from "@atoll/contract/search/hit-schemas";
import {
  BookOpen,
  CalendarDays,
  Check,
  CircleCheckBig,
  CircleQuestionMark,
  Lightbulb,
  Link2,
  Megaphone,
  MessageCircle,
} from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useMemo, useState } from "react";
import { SimilarSection } from "../../../capabilities/similar/similar-section.tsx";
import { counted } from "../../../lib/counted.ts";
import { RailSection, SideRail } from "../../../ui/layout/side-rail.tsx";
import { AskButton } from "../ask/ask-button.tsx";
import { useExperts } from "../data/use-questions.ts";
import { ExpertRows } from "../list/question-rail.tsx";
import { findLinked } from "./find-linked.ts";
import { MergeQuestionDialog } from "./merge-question-dialog.tsx";

interface LinkedPartProps {
  question: OpenQuestion;
  linkToPath: (path: string) => ReactElement<{ className?: string; children?: string }>;
}

/** The pages of the workspace that a question and its answers link to. */
function LinkedPart({ question, linkToPath }: LinkedPartProps) {
  const { content, answers } = question;
  const linked = useMemo(
    () => findLinked([content, ...answers.map((one) => one.content)]),
    [content, answers],
  );
  if (linked.length === 0) return null;
  return (
    <RailSection title="Linked">
      <ul>
        {linked.map(({ path, label }) => {
          const { icon: Icon, name } = kinds.find(({ start }) => path.startsWith(start)) ?? other;
          return (
            <li key={path} className="flex items-center gap-2 py-1.5 not-first:border-t">
              <Icon size={14} aria-hidden className="flex-none text-muted" />
              {cloneElement(linkToPath(path), {
                className: "min-w-0 hover:text-primary-text wrap-anywhere",
                children: label || name,
              })}
            </li>
          );
        })}
      </ul>
    </RailSection>
  );
}

const other = { icon: Link2, name: "A page of the workspace" };
const kinds = [
  { start: "/announcements", icon: Megaphone, name: "An announcement" },
  { start: "/knowledge-base", icon: BookOpen, name: "A page of the knowledge base" },
  { start: "/community-faqs", icon: CircleQuestionMark, name: "A question" },
  { start: "/ideas", icon: Lightbulb, name: "An idea" },
  { start: "/tasks", icon: CircleCheckBig, name: "A task" },
  { start: "/calendar", icon: CalendarDays, name: "An event" },
  { start: "/chat", icon: MessageCircle, name: "A message" },
];

interface QuestionAsideProps {
  question: OpenQuestion;
  linkTo: (id: string) => ReactElement<{ className?: string; children?: string }>;
  linkToPath: (path: string) => ReactElement<{ className?: string; children?: string }>;
  /** Above all else, where there is something to do. */
  children?: ReactNode;
}

/** Next to a question: others like it, who knows its tags, and what it links to. */
export function QuestionAside({ question, linkTo, linkToPath, children }: QuestionAsideProps) {
  const [isMerging, setMerging] = useState(false);
  const mayMerge = question.rights.mayModerate && question.standing.mergedInto === null;
  const tags = question.tags.map(({ name }) => name);
  const experts = useExperts(tags) ?? [];
  /** The author and the people who have answered need not be asked. */
  const isThere = new Set([question.author?.id, ...question.answers.map(({ author }) => author.id)]);
  return (
    <SideRail label="About this question" goesBelow>
      {children}
      <SimilarSection
        title="Similar questions"
        of={question}
        kind="question"
        linkTo={linkTo}
        note={(detail) => detail.kind === "question" && <SimilarNote detail={detail} />}
      >
        {mayMerge && (
          <button
            type="button"
            className="self-start text-primary-text text-xs hover:underline"
            onClick={() => setMerging(true)}
          >
            Merge with one of these
          </button>
        )}
      </SimilarSection>
      {isMerging && <MergeQuestionDialog question={question} onClose={() => setMerging(false)} />}
      {tags.length > 0 && experts.length > 0 && (
        <RailSection title="People who know this">
          <ExpertRows
            experts={experts}
            note={({ person, accepted }) =>
              question.rights.mayAnswer && !isThere.has(person.id) ? (
                <AskButton questionId={question.id} person={person} askedId={question.asked?.id} />
              ) : (
                `${accepted} accepted`
              )
            }
          />
        </RailSection>
      )}
      <LinkedPart question={question} linkToPath={linkToPath} />
      {question.merged.length > 0 && (
        <RailSection title="Merged into this">
          <ul>
            {question.merged.map(({ id, title }) => (
              <li key={id} className="py-1 text-muted">
                {cloneElement(linkTo(id), { className: "hover:text-text", children: title })}
              </li>
            ))}
          </ul>
        </RailSection>
      )}
    </SideRail>
  );
}

function SimilarNote({ detail }: { detail: Extract<HitDetail, { kind: "question" }> }) {
  return (
    <>
      {counted(detail.votes, "vote")} ·{" "}
      {detail.answerCount === 0 ? (
        <span className="text-warning-text">No answer yet</span>
      ) : (
        counted(detail.answerCount, "answer")
      )}
      {detail.acceptedBy && <Check size={12} className="ml-1 inline" role="img" aria-label="one accepted" />}
    </>
  );
}
