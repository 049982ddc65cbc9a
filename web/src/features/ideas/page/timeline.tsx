import type { IdeaEntry, OpenIdea } from "@atoll/contract/ideas/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { ArrowRight, CirclePlus, Flag, GitFork, GitMerge, Lightbulb, Pencil, UserRound } from "lucide-react";
import { useId, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { unmerge } from "../../../capabilities/votes/wire.ts";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Button } from "../../../ui/button/button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useTimeline } from "../data/use-ideas.ts";
import { useStanding } from "../data/use-standing.ts";
import { statusNames } from "../data/words.ts";
import { StatusBadge } from "../status-badge.tsx";

const icons: Readonly<Record<IdeaEntry["kind"], IconType>> = {
  posted: Lightbulb,
  status: Flag,
  merged: GitMerge,
  unmerged: GitFork,
  edited: Pencil,
  owner: UserRound,
  task: CirclePlus,
};

/** The timeline of an idea, newest first. */
export function Timeline({ idea }: { idea: OpenIdea }) {
  const headingId = useId();
  const list = useTimeline(idea.id);
  const now = useNow();
  return (
    <section aria-labelledby={headingId} className="mt-5">
      <h2 id={headingId} className="font-semibold">
        What happened
      </h2>
      <PagedList
        list={list}
        failure="Failed to fetch the activity"
        skeleton={<RowSkeletons label="Loading what happened" mark={28} rowClassName="py-2" />}
        empty={null}
      >
        {(entries) => (
          <ol className="mt-1">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} idea={idea} now={now} />
            ))}
          </ol>
        )}
      </PagedList>
    </section>
  );
}

function Entry({ entry, idea, now }: { entry: IdeaEntry; idea: OpenIdea; now: Date }) {
  const Icon = icons[entry.kind];
  const name = entry.actor ? authorName(entry.actor) : "The author";
  return (
    <li className="relative flex gap-3 pt-1.5 pb-2 not-last:before:absolute not-last:before:top-[34px] not-last:before:-bottom-1 not-last:before:left-[14px] not-last:before:w-px not-last:before:bg-border-strong">
      <span className="grid size-7 flex-none place-items-center rounded-full border bg-surface-sunken text-faint">
        <Icon aria-hidden="true" className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-1.5">
          <span className="min-w-0 wrap-anywhere">
            <b className="font-semibold">{name}</b> {deedOf(entry)}
          </span>
          <time dateTime={entry.at} className="ml-auto flex-none text-faint text-xs">
            {formatAge(entry.at, now)}
          </time>
        </p>
        <Details entry={entry} idea={idea} />
      </div>
    </li>
  );
}

function deedOf({ kind, from, to, reply, other, person }: IdeaEntry): string {
  const named = other ? `“${other.title}”` : "another idea";
  switch (kind) {
    case "posted":
      return "posted this idea";
    case "status":
      if (to !== null && from !== to) return `moved this to ${statusNames[to]}`;
      return reply === "" ? "changed when this is expected" : "replied to the voters";
    case "merged":
      return `merged ${named} into this`;
    case "unmerged":
      return `took ${named} out of this`;
    case "edited":
      return "edited the text";
    case "owner":
      return person ? `made ${authorName(person)} the owner` : "left this without an owner";
    case "task":
      return "made a task of this";
  }
}

function Details({ entry, idea }: { entry: IdeaEntry; idea: OpenIdea }) {
  const { kind, from, to, reply, notified, other, votes } = entry;
  if (kind === "status") {
    return (
      <>
        <p className="mt-0.5 flex flex-wrap items-center gap-1.5 text-muted text-xs">
          {from && to && from !== to && (
            <>
              <StatusBadge status={from} />
              <ArrowRight aria-hidden="true" className="size-3" />
              <StatusBadge status={to} />
            </>
          )}
          {(from !== to || reply !== "") && (
            <span>{counted(notified, "person notified", "people notified")}</span>
          )}
        </p>
        {reply !== "" && reply !== idea.replyText && (
          <p className="mt-1 line-clamp-3 text-muted wrap-anywhere">{withoutMarks(reply)}</p>
        )}
      </>
    );
  }
  if (kind === "merged") {
    return (
      <>
        <p className="text-muted text-xs">{counted(votes, "vote")} came along</p>
        {other && other.note !== "" && (
          <p className="mt-1 line-clamp-2 text-muted wrap-anywhere">{withoutMarks(other.note)}</p>
        )}
        {other?.isMerged && <Unmerge idea={idea} otherId={other.id} title={other.title} />}
      </>
    );
  }
  if (kind === "edited" && entry.before) return <Before before={entry.before} />;
  return null;
}

function Unmerge({ idea, otherId, title }: { idea: OpenIdea; otherId: string; title: string }) {
  const { rights } = useStanding(idea.id);
  const [isBusy, setIsBusy] = useState(false);
  if (!rights?.mayModerate) return null;
  async function takeOut() {
    setIsBusy(true);
    try {
      await unmerge({ kind: "idea", id: otherId });
      notify.success(`“${title}” is an idea of its own again`);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to undo the merge"));
    }
    setIsBusy(false);
  }
  return (
    <Button size="xs" variant="ghost" loading={isBusy} onClick={() => void takeOut()}>
      Take out again
    </Button>
  );
}

function Before({ before }: { before: { title: string; text: string } }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Button size="xs" variant="ghost" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? "Hide the earlier text" : "Show the earlier text"}
      </Button>
      {isShown && (
        <div className="mt-1 rounded-md border bg-surface-sunken px-3 py-2">
          <p className="font-medium wrap-anywhere">{before.title}</p>
          <p className="whitespace-pre-line text-muted wrap-anywhere">{before.text}</p>
        </div>
      )}
    </>
  );
}
