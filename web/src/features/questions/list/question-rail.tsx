import type { Expert, QuestionOverview } from "@atoll/contract/questions/schemas";
import { Check, Plus } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cloneElement } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { setFollowing } from "../../../capabilities/votes/wire.ts";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { RailSection, SideRail } from "../../../ui/layout/side-rail.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { AskButton } from "../ask/ask-button.tsx";
import { useQuestionOverview } from "../data/use-questions.ts";
import { ageOf } from "../data/words.ts";
import { TagDot } from "./tag-chip.tsx";

type LinkTo = (id: string) => ReactElement<{ className?: string; children?: string }>;

interface QuestionRailProps {
  linkTo: LinkTo;
  onTag: (name: string) => void;
  onUnanswered: () => void;
}

/** Next to the list: the questions that wait longest, tags to follow, and the most helpful people. */
export function QuestionRail({ linkTo, onTag, onUnanswered }: QuestionRailProps) {
  const { data, refetch } = useQuestionOverview();
  if (!data) return null;
  return (
    <SideRail label="About the questions">
      {data.queue.length > 0 && (
        <RailSection
          title="Unanswered queue"
          count={data.unanswered}
          end={
            <button
              type="button"
              className="text-primary-text text-xs hover:underline"
              onClick={onUnanswered}
            >
              Open
            </button>
          }
        >
          <ul className="flex flex-col gap-2">
            {data.queue.map((one) => (
              <QueueItem key={one.question.id} one={one} linkTo={linkTo} />
            ))}
          </ul>
        </RailSection>
      )}
      {data.tags.length > 0 && (
        <RailSection title="Tags" end={<>{data.tags.filter((tag) => tag.isFollowing).length} followed</>}>
          <ul className="flex flex-wrap gap-1.5">
            {data.tags.map((tag) => (
              <FollowTag key={tag.id} tag={tag} onTag={onTag} onFollowed={() => void refetch()} />
            ))}
          </ul>
        </RailSection>
      )}
      {data.helpful.length > 0 && (
        <RailSection title="Most helpful, 30 days">
          <ExpertRows experts={data.helpful} note={({ accepted }) => `${accepted} accepted`} />
        </RailSection>
      )}
    </SideRail>
  );
}

function QueueItem({ one, linkTo }: { one: QuestionOverview["queue"][number]; linkTo: LinkTo }) {
  const { question, createdAt, votes, expert, asked } = one;
  return (
    <li className="rounded-md border bg-surface-raised px-3 py-2.5 leading-[18px]">
      {cloneElement(linkTo(question.id), { className: "hover:text-primary-text", children: question.title })}
      <p className="text-muted text-xs">
        {ageOf(createdAt)}
        {votes > 0 && `, ${counted(votes, "vote")}`}
      </p>
      {expert && (
        <div className="mt-1 flex items-center gap-2 text-muted text-xs">
          <PersonAvatar person={expert.person} decorative size={20} />
          <span className="min-w-0 flex-1 leading-4">
            <NameButton userId={expert.person.id} className="font-medium">
              {authorName(expert.person)}
            </NameButton>
            <span className="block truncate">Knows {expert.tags[0] ?? "this"}</span>
          </span>
          <AskButton questionId={question.id} person={expert.person} askedId={asked?.id} />
        </div>
      )}
    </li>
  );
}

function FollowTag({
  tag,
  onTag,
  onFollowed,
}: {
  tag: QuestionOverview["tags"][number];
  onTag: (name: string) => void;
  onFollowed: () => void;
}) {
  function toggle() {
    setFollowing({ kind: "question-tag", id: tag.id }, !tag.isFollowing).then(onFollowed, (error: unknown) =>
      notify.error(errorMessage(error, "Failed to change what you follow")),
    );
  }
  return (
    <li className="inline-flex h-[26px] items-center rounded-sm bg-surface-raised pl-2 font-medium text-muted text-xs inset-ring-1 inset-ring-border-strong">
      <button
        type="button"
        className="flex items-center gap-1.5 hover:text-text"
        onClick={() => onTag(tag.name)}
      >
        <TagDot name={tag.name} />
        {tag.name} <span className="text-faint">{tag.count}</span>
      </button>
      <IconButton
        size="xs"
        icon={tag.isFollowing ? Check : Plus}
        label={tag.isFollowing ? `Stop following ${tag.name}` : `Follow ${tag.name}`}
        aria-pressed={tag.isFollowing}
        className={tag.isFollowing ? "text-primary-text" : ""}
        onClick={toggle}
      />
    </li>
  );
}

/** People with accepted answers, one a line. */
export function ExpertRows({
  experts,
  note,
}: {
  experts: readonly Expert[];
  note: (expert: Expert) => ReactNode;
}) {
  return (
    <ul>
      {experts.map((expert) => (
        <li key={expert.person.id} className="flex items-center gap-2.5 py-1.5 not-first:border-t">
          <PersonAvatar person={expert.person} decorative size={24} />
          <span className="min-w-0 flex-1">
            <NameButton userId={expert.person.id}>{authorName(expert.person)}</NameButton>
            <span className="block truncate text-2xs text-muted">{expert.tags.join(", ")}</span>
          </span>
          <span className="flex flex-none text-muted text-xs">{note(expert)}</span>
        </li>
      ))}
    </ul>
  );
}
