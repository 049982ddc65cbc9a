import type { AdminRole } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { canManageRoles } from "@atoll/contract/permissions";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { counted, countPeople } from "../../../lib/counted.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useRoles } from "./api.ts";
import { GrantEverythingDialog } from "./grant-everything-dialog.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";
import { changesOf, describeChange, grantsOfEverything, isChanged, type RoleChange } from "./role-changes.ts";
import { noRoleDialog, type OpenRoleDialog, RoleDialogs } from "./role-dialogs.tsx";
import { RoleHead } from "./role-head.tsx";
import { RolePermissionList } from "./role-permission-list.tsx";
import { RolesSkeleton } from "./roles-skeleton.tsx";
import { RolesToolbar } from "./roles-toolbar.tsx";
import { useRoleDraft } from "./use-role-draft.ts";
import { allRoles, sortRoles, visibleAreas, visibleRoles } from "./visible-roles.ts";

export interface RolesScreenProps {
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
  /** Reports whether there are unsaved changes. */
  onUnsavedChange?: (hasUnsaved: boolean) => void;
}

/** Roles and their permissions: a matrix, or on a phone a list for one role. */
export function RolesScreen({ renderActions, onUnsavedChange }: RolesScreenProps) {
  const { data, error, refetch, isFetching } = useRoles();
  if (data)
    return <Roles {...{ renderActions, onUnsavedChange }} fetched={sortRoles(data)} refreshError={error} />;
  if (error)
    return <LoadState query={{ error, isFetching, refetch }} failure="Failed to fetch permissions" />;
  return <RolesSkeleton />;
}

interface RolesProps extends RolesScreenProps {
  fetched: readonly AdminRole[];
  /** Set if the refetch failed, and older data is shown. */
  refreshError: Error | null;
}

function Roles({ renderActions, onUnsavedChange, fetched, refreshError }: RolesProps) {
  const viewer = useViewer();
  const isPhone = useIsPhone();
  const [filters, setFilters] = useState(allRoles);
  const [dialog, setDialog] = useState(noRoleDialog);
  const [isConfirming, setConfirming] = useState(false);
  const { roles, draft, problems, isSaving, ...drafting } = useRoleDraft(fetched);
  const changes = changesOf(draft, roles);
  const hasUnsaved = changes.length > 0;
  const tellUnsaved = useEffectEvent((has: boolean) => onUnsavedChange?.(has));
  useEffect(() => {
    tellUnsaved(hasUnsaved);
    return () => tellUnsaved(false);
  }, [hasUnsaved]);
  const departments = useAllDepartments();
  const areas = visibleAreas(filters, departments, (permission) =>
    roles.some((role) => isChanged(draft, role, permission)),
  );
  const shown = { roles: visibleRoles(roles, filters, draft), areas, draft, onToggle: drafting.toggle };
  const show = (kind: OpenRoleDialog["kind"], role: AdminRole | null) =>
    setDialog({ kind, role, isOpen: true, opening: dialog.opening + 1 });
  const bar = hasUnsaved && (
    <ChangeBar
      {...{ changes, isSaving }}
      onDiscard={drafting.discard}
      onSave={() => (grantsOfEverything(changes).length > 0 ? setConfirming(true) : void drafting.save())}
    />
  );

  return (
    <div className="flex flex-col gap-3">
      {canManageRoles(viewer) &&
        renderActions(
          <Button variant="primary" icon={Plus} onClick={() => show("edit", null)}>
            New Role
          </Button>,
        )}
      <RolesToolbar
        {...{ roles, filters }}
        changeCount={changes.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0)}
        onFiltersChange={setFilters}
      />
      {!canManageRoles(viewer) && (
        <InlineAlert tone="info">You can view roles, but not change them.</InlineAlert>
      )}
      {refreshError && (
        <InlineAlert tone="error">{errorMessage(refreshError, "Failed to fetch permissions")}</InlineAlert>
      )}
      {drafting.news.length > 0 && (
        <InlineAlert tone="notice" onDismiss={drafting.dismissNews}>
          {drafting.news.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </InlineAlert>
      )}
      {problems.length > 0 && (
        <InlineAlert tone="error" onDismiss={drafting.dismissProblems}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </InlineAlert>
      )}
      {areas.length === 0 ? (
        <EmptyState
          drawing="search"
          title="No permissions found"
          action={
            <Button size="sm" onClick={() => setFilters(allRoles)}>
              Show all
            </Button>
          }
        />
      ) : isPhone ? (
        <>
          <RolePermissionList
            {...shown}
            onEdit={(role) => show("edit", role)}
            onDelete={(role) => show("delete", role)}
          />
          {bar && <div className="sticky bottom-0 z-2 -mx-4">{bar}</div>}
        </>
      ) : (
        <section className="flex max-h-[max(420px,calc(100dvh-280px))] flex-col overflow-hidden rounded-lg border bg-surface-raised shadow-1">
          <PermissionMatrix
            {...shown}
            renderHead={(role) => (
              <RoleHead role={role} onEdit={() => show("edit", role)} onDelete={() => show("delete", role)} />
            )}
          />
          {bar}
        </section>
      )}
      <GrantEverythingDialog
        changes={grantsOfEverything(changes)}
        open={isConfirming}
        onOpenChange={setConfirming}
        onConfirm={() => {
          setConfirming(false);
          void drafting.save();
        }}
      />
      <RoleDialogs
        {...{ dialog, roles }}
        onOpenChange={(isOpen) => setDialog((current) => ({ ...current, isOpen }))}
      />
    </div>
  );
}

interface ChangeBarProps {
  changes: readonly RoleChange[];
  isSaving: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

/** A summary of the unsaved ticks, with buttons to save or discard them. */
function ChangeBar({ changes, isSaving, onDiscard, onSave }: ChangeBarProps) {
  const departments = useAllDepartments();
  const count = changes.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);
  const label = counted(count, "change");
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
            <b className="font-semibold">{roleTitle(change.role.name)}</b>{" "}
            {describeChange(change, departments)}
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
