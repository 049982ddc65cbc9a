import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { History, ListChecks, MessageSquareQuote, Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { formatDate } from "../../../lib/time/format-date.ts";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useReaders } from "../data/queries.ts";
import { MetaLine } from "../shared/meta-line.tsx";
import { SideFrame } from "../shared/side-frame.tsx";
import { RunPanel } from "../sop/run-panel.tsx";
import { VersionsPanel } from "../versions/versions-panel.tsx";

export type Panel =
  | { kind: "threads" }
  | { kind: "run" }
  | { kind: "readers" }
  | { kind: "versions"; compare: number | null };

interface SidePanelProps {
  article: OpenArticle;
  panel: Panel;
  onClose: () => void;
  onCurrentStep: (stepId: string | undefined) => void;
  onRestored: () => void;
  onRestore: (version: number) => void;
  /** The threads on words of the page. */
  threads: ReactNode;
}

const heads = {
  run: { title: "Checklist run", icon: ListChecks },
  versions: { title: "Version history", icon: History },
  readers: { title: "Who has read it", icon: Users },
  threads: { title: "Comments on words", icon: MessageSquareQuote },
};

/** The panel next to a page that is read. */
export function SidePanel({ article, panel, onClose, onCurrentStep, threads, ...restoring }: SidePanelProps) {
  return (
    <SideFrame {...heads[panel.kind]} isWide={panel.kind === "versions"} onClose={onClose}>
      {panel.kind === "threads" && threads}
      {panel.kind === "run" && <RunPanel article={article} onCurrentStep={onCurrentStep} />}
      {panel.kind === "readers" && <ReadersPanel article={article} />}
      {panel.kind === "versions" && (
        <VersionsPanel article={article} compare={panel.compare} {...restoring} />
      )}
    </SideFrame>
  );
}

/** The ledger of readers: which version each has opened and confirmed. */
function ReadersPanel({ article }: { article: OpenArticle }) {
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
                <PersonAvatar person={person} decorative size={24} />
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
