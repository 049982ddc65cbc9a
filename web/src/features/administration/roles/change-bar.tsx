import { roleTitle } from "@atoll/contract/identity/role-title";
import { countPeople } from "../../../lib/count-people.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { describeChange, type RoleChange } from "./role-changes.ts";

export interface ChangeBarProps {
  changes: readonly RoleChange[];
  isSaving: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

/** A summary of the unsaved ticks, with buttons to save or discard them. */
export function ChangeBar({ changes, isSaving, onDiscard, onSave }: ChangeBarProps) {
  const count = changes.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);
  const label = `${count} ${count === 1 ? "change" : "changes"}`;
  return (
    <section
      aria-label="Unsaved changes"
      data-clear-of-toasts
      className="flex flex-none items-center gap-2.5 border-t bg-[color-mix(in_oklab,var(--highlight-soft)_40%,var(--surface-raised))] py-2.5 pr-3 pl-4 max-md:bg-surface-raised max-md:px-4"
    >
      <Badge tone="highlight" className="max-md:hidden">
        {label}
      </Badge>
      <p className="min-w-0 flex-1 text-xs max-md:hidden">
        {changes.map((change, index) => (
          <span key={change.role.id}>
            {index > 0 && ", "}
            <b className="font-semibold">{roleTitle(change.role.name)}</b> {describeChange(change)}
          </span>
        ))}
        .
      </p>
      <p className="text-muted text-xs max-md:flex-1">
        <b className="block font-semibold text-sm text-text md:hidden">{label}</b>
        Affects {affected(changes)}
      </p>
      <Button variant="ghost" size="sm" disabled={isSaving} onClick={onDiscard}>
        Discard
      </Button>
      <Button variant="primary" size="sm" loading={isSaving} onClick={onSave}>
        Save changes
      </Button>
    </section>
  );
}

/** People with two of the roles are counted twice, hence "up to". */
function affected(changes: readonly RoleChange[]): string {
  const people = countPeople(changes.reduce((sum, { role }) => sum + role.holderCount, 0));
  return changes.length > 1 ? `up to ${people}` : people;
}
