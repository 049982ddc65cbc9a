import type { ArticleDraft, ArticleVersion, OpenArticle } from "@atoll/contract/knowledge/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { type ReactNode, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { formatDate, formatTime, isSameDay } from "../../../lib/time/format-date.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useVersions } from "../data/queries.ts";
import { DraftComparison, VersionComparison } from "./comparison.tsx";

interface VersionsPanelProps {
  article: OpenArticle;
  /** The draft, where it is written: it is above the versions, and compared at first. */
  draft?: ArticleDraft;
  /** The version that is compared at first. */
  compare?: number | null;
  /** Called after a draft was created from an earlier version. */
  onRestored: () => void;
  /** Called to put an earlier version into the draft that is open. */
  onRestore: (version: number) => void;
}

/** The published versions, the newest first; the chosen one is compared with the current text by words. */
export function VersionsPanel({ article, draft, compare = null, ...restoring }: VersionsPanelProps) {
  const [chosen, setChosen] = useState<number | "draft" | null>(draft ? "draft" : compare);
  const { data, error, isFetching, refetch } = useVersions(article.id, article.version);
  const choose = (one: number | "draft") => () => setChosen(one === chosen ? null : one);
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} />
    ) : (
      <RowSkeletons label="Loading versions" mark={28} rowClassName="py-2" />
    );
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-1" aria-label="Versions">
        {draft && (
          <DraftRow
            draft={draft}
            name={`Draft of version ${(article.version ?? 0) + 1}`}
            isChosen={chosen === "draft"}
            onChoose={choose("draft")}
          />
        )}
        {data.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            isCurrent={version.number === article.version}
            isChosen={version.number === chosen}
            onChoose={choose(version.number)}
          />
        ))}
      </ul>
      {chosen === "draft" && draft && <DraftComparison article={article} draft={draft} />}
      {typeof chosen === "number" && chosen !== article.version && (
        <VersionComparison key={chosen} article={article} number={chosen} {...restoring} />
      )}
    </div>
  );
}

interface RowProps {
  isChosen: boolean;
  onChoose: () => void;
}

/** A published version in the history. The current one is what others are compared with, so it cannot be chosen. */
function VersionRow({
  version,
  isCurrent,
  ...row
}: RowProps & { version: ArticleVersion; isCurrent: boolean }) {
  const { number, publishedBy, approvedBy, publishedAt, note } = version;
  return (
    <Row
      {...row}
      isDisabled={isCurrent}
      person={publishedBy}
      name={`Version ${number}`}
      about={[note, authorName(publishedBy), approvedBy && `approved by ${authorName(approvedBy)}`]}
      at={publishedAt}
    >
      {isCurrent && <Badge tone="success">Current</Badge>}
      {version.mustRead && <Badge tone="outline">Must be read</Badge>}
    </Row>
  );
}

/** The draft, above the versions. */
function DraftRow({ draft, name, ...row }: RowProps & { draft: ArticleDraft; name: string }) {
  const writers = draft.editors.map(authorName);
  return (
    <Row
      {...row}
      isDisabled={false}
      person={draft.updatedBy}
      name={name}
      about={[draft.note, writers.slice(0, 3).join(", ") + (writers.length > 3 ? ", …" : "")]}
      at={draft.updatedAt}
    />
  );
}

interface EntryProps extends RowProps {
  isDisabled: boolean;
  person: Person;
  name: string;
  about: (string | null)[];
  at: string;
  children?: ReactNode;
}

function Row({ isChosen, isDisabled, onChoose, person, name, about, at, children }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        disabled={isDisabled}
        onClick={onChoose}
        className={cx(
          "flex w-full items-start gap-3 rounded-md border-l-2 px-2 py-2 text-left",
          isChosen
            ? "border-primary bg-surface-raised shadow-1"
            : cx("border-transparent", !isDisabled && "hover:bg-surface-hover"),
        )}
      >
        <PersonAvatar person={person} decorative size={24} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="whitespace-nowrap">{name}</span>
            {children}
          </span>
          <span className="block text-muted text-xs wrap-anywhere">{about.filter(Boolean).join(" · ")}</span>
        </span>
        <time className="text-faint text-xs" dateTime={at}>
          {isSameDay(at, new Date()) ? formatTime(at) : formatDate(at)}
        </time>
      </button>
    </li>
  );
}
