import { type Directory, directoryProblems } from "@atoll/contract/directories/schemas";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useDirectoryEvents } from "./api.ts";

/** The changes that a directory made, the newest first. */
export function EventsCard({ directory }: { directory: Directory }) {
  const list = useDirectoryEvents(directory);
  const now = useNow();
  return (
    <SettingCard text="For 90 days. The audit log has everything." title="What it changed">
      <PagedList
        empty={<EmptyState title="It has changed nothing yet" />}
        failure="Failed to load what it changed"
        list={list}
        skeleton={
          <RowSkeletons label="Loading what it changed" mark={16} rowClassName="border-t px-4 py-2" />
        }
      >
        {(items) => (
          <ul aria-label="What it changed">
            {items.map(({ id, kind, name, detail, at }) => (
              <li className="flex flex-wrap gap-x-3 border-t px-4 py-2 md:px-5" key={id}>
                <p className="min-w-0 flex-1 text-sm wrap-anywhere">
                  <span className="font-medium">{name}</span> {eventTexts[kind] ?? kind}
                  {detail && <span className="text-muted">: {problemText(detail)}</span>}
                </p>
                <time className="text-muted text-xs" dateTime={at}>
                  {formatAgo(at, now)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </SettingCard>
  );
}

const eventTexts: Readonly<Record<string, string>> = {
  created: "got an account",
  linked: "follows the directory",
  updated: "was changed",
  disabled: "was disabled",
  enabled: "was enabled",
  problem: "cannot follow",
};

const problemText = (detail: string): string =>
  Object.hasOwn(directoryProblems, detail)
    ? directoryProblems[detail as keyof typeof directoryProblems]
    : detail;
