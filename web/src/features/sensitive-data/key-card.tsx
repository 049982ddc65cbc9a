import { sensitiveKeyDepartments } from "@atoll/contract/sensitive-data/key-departments";
import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import type { SensitiveCard } from "@atoll/contract/sensitive-data/schemas";
import { BookOpen, Eye, History } from "lucide-react";
import type { ReactNode } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useNow } from "../../lib/time/use-now.ts";
import { DepartmentDot } from "../../ui/badge/department-badge.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { useKeyNames } from "./api.ts";
import { describeCards, describeLastLook } from "./words.ts";

/** The cards of one key, with the last look at any of them. */
export function KeyCard({
  cardKey,
  cards,
  shown,
  onShowLooks,
  renderCard,
}: {
  cardKey: SensitiveKey;
  cards: readonly SensitiveCard[];
  /** Those that the filter lets through. */
  shown: readonly SensitiveCard[];
  onShowLooks: () => void;
  renderCard: (card: SensitiveCard) => ReactNode;
}) {
  const viewer = useViewer();
  const now = useNow();
  const name = useKeyNames()[cardKey] ?? cardKey;
  const department = sensitiveKeyDepartments[cardKey];
  return (
    <section
      aria-label={name}
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface-raised shadow-1"
    >
      <header className="flex items-center gap-2.5 px-4 py-3">
        {department ? (
          <span className="grid size-6 flex-none place-items-center">
            <DepartmentDot department={department} />
          </span>
        ) : (
          <span className="grid size-6 flex-none place-items-center rounded-md bg-primary-soft text-primary-text">
            <BookOpen className="size-4" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold text-sm">{name}</h2>
          <p className="truncate text-muted text-xs">{describeCards(cards, now)}</p>
        </div>
        <IconButton size="sm" icon={History} label={`Who has looked: ${name}`} onClick={onShowLooks} />
      </header>
      <ul aria-label={`Cards of ${name}`} className="flex-1">
        {shown.map(renderCard)}
        {shown.length === 0 && (
          <li className="border-t px-4 py-4 text-muted text-xs">
            {cards.length === 0 ? "No cards yet" : "No card matches the filter"}
          </li>
        )}
      </ul>
      <footer className="flex items-center gap-2 border-t bg-surface px-4 py-2 text-muted text-xs">
        <Eye className="size-3.5 flex-none" />
        <span className="truncate">{describeLastLook(cards, viewer.id, now)}</span>
      </footer>
    </section>
  );
}
