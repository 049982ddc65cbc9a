import type { ArticleDraft, ArticleVersion } from "@atoll/contract/knowledge/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { formatDate, formatTime, isSameDay } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";

interface RowProps {
  isChosen: boolean;
  onChoose: () => void;
}

/** A published version in the history. The current one is what others are compared with, so it cannot be chosen. */
export function VersionRow({
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
export function DraftRow({ draft, name, ...row }: RowProps & { draft: ArticleDraft; name: string }) {
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
        <Avatar decorative userId={person.id} name={authorName(person)} picture={person.avatar} size={24} />
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
