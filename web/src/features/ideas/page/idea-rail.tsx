import { ideaStatuses, maxEffortWeeks, maxImpact } from "@atoll/contract/ideas/limits";
import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { Link } from "@tanstack/react-router";
import { SourceMessage } from "../../../capabilities/links/source-message.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { SimilarSection } from "../../../capabilities/similar/similar-section.tsx";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { RailSection } from "../../../ui/layout/side-rail.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { scoreIdea } from "../api.ts";
import { useKeepAnswer } from "../data/use-ideas.ts";
import { monthInWords, quadrantOf, statusNames } from "../data/words.ts";
import type { RenderIdeaLink } from "../idea-row.tsx";
import { ScoreFields } from "../plot/score-fields.tsx";
import type { IdeaDialog } from "./idea-dialogs.tsx";
import { Voters } from "./voters.tsx";

export interface IdeaRailProps {
  idea: OpenIdea;
  renderLink: RenderIdeaLink;
  taskAddress: (taskId: string) => string;
  onDialog: (dialog: IdeaDialog) => void;
}

/** How an idea stands: its steps, scores, the work it became, its voters, and what is close to it. */
export function IdeaRail({ idea, renderLink, taskAddress, onDialog }: IdeaRailProps) {
  return (
    <div className="flex flex-col gap-5 text-sm">
      <RailSection
        title="Status"
        end={
          idea.mayDecide && (
            <Button size="xs" variant="ghost" onClick={() => onDialog("decide")}>
              Change
            </Button>
          )
        }
      >
        <Steps idea={idea} />
      </RailSection>
      {idea.owner && (
        <RailSection title="Owner">
          <p className="flex items-center gap-2">
            <PersonAvatar person={idea.owner} decorative size={20} />
            <span className="truncate">{authorName(idea.owner)}</span>
          </p>
        </RailSection>
      )}
      <Scores idea={idea} />
      {(idea.tasks.length > 0 || idea.taskCount > 0) && <Work idea={idea} taskAddress={taskAddress} />}
      <Voters idea={idea} />
      {idea.sourceMessageId && <SourceMessage area="ideas" messageId={idea.sourceMessageId} />}
      <SimilarSection
        title="Close to it"
        of={idea}
        kind="idea"
        linkTo={renderLink}
        note={(detail) =>
          detail.kind === "idea" && `${counted(detail.voteCount, "vote")} · ${statusNames[detail.status]}`
        }
      />
    </div>
  );
}

/** The way of an idea, with the day of each step that it has had. */
function Steps({ idea: { status, steps, targetOn } }: { idea: OpenIdea }) {
  const way = status === "declined" ? (["new", "declined"] as const) : ideaStatuses.slice(0, 5);
  const at = (way as readonly string[]).indexOf(status);
  return (
    <ol>
      {way.map((step, index) => {
        const isPast = index < at || (index === at && (step === "shipped" || step === "declined"));
        const day = steps.find((one) => one.status === step)?.at;
        const isNext = index === at + 1 && targetOn !== null;
        return (
          <li
            key={step}
            aria-current={index === at ? "step" : undefined}
            className={cx(
              "flex h-7 items-center gap-2.5",
              index === at ? "font-semibold" : index < at ? "text-muted" : "text-faint",
            )}
          >
            <span aria-hidden="true" className="flex">
              <RingProgress label="" value={isPast ? 1 : index === at ? 0.5 : 0} />
            </span>
            {statusNames[step]}
            <span className="ml-auto font-regular text-faint text-xs">
              {index <= at && day ? formatDate(day) : isNext ? monthInWords(targetOn) : ""}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Scores({ idea }: { idea: OpenIdea }) {
  const { score, ownScore } = idea;
  const keep = useKeepAnswer();
  const save = (next: typeof ownScore) =>
    scoreIdea(idea.id, next).then(keep, (error: unknown) =>
      notify.error(errorMessage(error, "Your score was not saved"), { id: `score/${idea.id}` }),
    );
  return (
    <RailSection title="Impact and effort" end={score && `${score.count} scored`}>
      {score && (
        <div className="grid grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
          <Bar name="Impact" share={score.impact / maxImpact} text={String(score.impact)} tone="bg-primary" />
          <Bar
            name="Effort"
            share={score.effortWeeks / maxEffortWeeks}
            text={`${score.effortWeeks} wk`}
            tone="bg-chart-3"
          />
        </div>
      )}
      <p className="mt-0.5 flex flex-wrap items-center gap-1.5 text-muted text-xs">
        {score ? (
          <>
            <Badge tone="success">{quadrantOf(score)}</Badge>
            About {counted(score.effortWeeks, "week")} of one person
          </>
        ) : (
          "Nobody has scored it yet."
        )}
        <Popover
          label="Your score"
          align="end"
          className="flex w-72 flex-col gap-2 p-3"
          trigger={
            <Button size="xs" variant="ghost" className="ml-auto">
              {ownScore ? "Your score" : "Score it"}
            </Button>
          }
        >
          <p className="text-muted text-xs">Its value, and its effort in person-weeks.</p>
          <ScoreFields label={idea.title} own={ownScore} onScore={(next) => void save(next)} />
          {ownScore && (
            <Button size="xs" variant="ghost" onClick={() => void save(null)}>
              Take back
            </Button>
          )}
        </Popover>
      </p>
    </RailSection>
  );
}

function Bar({ name, share, text, tone }: { name: string; share: number; text: string; tone: string }) {
  return (
    <>
      <span className="text-muted">{name}</span>
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-active">
        <span className={cx("block h-full rounded-full", tone)} style={{ width: `${share * 100}%` }} />
      </span>
      <span className="text-right font-semibold tabular-nums">{text}</span>
    </>
  );
}

const shares: Readonly<Record<TaskStatus, number>> = {
  todo: 0,
  in_progress: 0.5,
  in_review: 0.75,
  done: 1,
  archived: 1,
};
const taskWords: Readonly<Record<TaskStatus, string>> = {
  todo: "To Do",
  in_progress: "In Progress",
  in_review: "In Review",
  done: "Done",
  archived: "Archived",
};

/** The tasks that an idea became, with how far each is: of those that the viewer may read. */
function Work({ idea: { tasks, taskCount }, taskAddress }: Pick<IdeaRailProps, "idea" | "taskAddress">) {
  const others = taskCount - tasks.length;
  return (
    <RailSection title="Work it became" count={taskCount}>
      <ul>
        {tasks.map(({ id, title, status, assignee }) => (
          <li key={id} className="flex min-h-8 items-center gap-2.5 border-t py-1 first:border-t-0">
            <RingProgress label={taskWords[status]} value={shares[status]} />
            <Link to={taskAddress(id)} className="min-w-0 flex-1 truncate font-medium hover:underline">
              {title}
            </Link>
            {assignee && <PersonAvatar person={assignee} size={20} />}
          </li>
        ))}
      </ul>
      {others > 0 && <p className="py-1 text-muted text-xs">{counted(others, "task")} that you cannot see</p>}
    </RailSection>
  );
}
