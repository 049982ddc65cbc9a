import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useReaders } from "../data/queries.ts";
import { MetaLine } from "../parts/meta-line.tsx";

/** The ledger of readers: which version each has opened and confirmed. */
export function ReadersPanel({ article }: { article: OpenArticle }) {
  const [only, setOnly] = useState<"all" | "open">("all");
  const list = useReaders(article.id, only);
  return (
    <div className="flex flex-col gap-3">
      {article.confirmed && (
        <p className="text-muted">
          {article.confirmed.count} of {article.confirmed.of} have confirmed version{" "}
          {article.mustRead?.version}.
        </p>
      )}
      {article.mustRead && (
        <Segmented
          label="Readers"
          value={only}
          onValueChange={setOnly}
          options={[
            { value: "all", label: "Everybody" },
            { value: "open", label: "Still open" },
          ]}
        />
      )}
      <PagedList
        list={list}
        skeleton={<RowSkeletons label="Loading readers" mark={28} rowClassName="py-2" />}
        empty={
          <EmptyState title={only === "open" ? "Everybody has confirmed it" : "Nobody reads this page"} />
        }
        failure="Failed to load readers"
      >
        {(readers) => (
          <ul>
            {readers.map(({ person, read, confirmed, isOpen }) => (
              <li key={person.id} className="flex min-h-11 items-center gap-3">
                <Avatar
                  decorative
                  userId={person.id}
                  name={authorName(person)}
                  picture={person.avatar}
                  size={24}
                />
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{authorName(person)}</p>
                  <MetaLine
                    parts={[
                      confirmed?.confirmedAt
                        ? `Confirmed version ${confirmed.version} on ${formatDate(confirmed.confirmedAt)}`
                        : read
                          ? `Opened version ${read.version}`
                          : "Not opened",
                      isOpen && confirmed && "Again open",
                    ]}
                  />
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
