import type { AdminRole } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { Check, ChevronDown, ChevronRight, Minus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Tooltip } from "../../../ui/popup/tooltip.tsx";
import type { Permission, PermissionArea } from "./permission-areas.ts";
import { PermissionName } from "./permission-name.tsx";
import { givenReason, isChanged, isWanted, type RoleDraft } from "./role-changes.ts";
import { isAllowedByRule, lockReason, ruleReason } from "./role-rules.ts";
import { useCellFocus } from "./use-cell-focus.ts";

export interface PermissionMatrixProps {
  roles: readonly AdminRole[];
  areas: readonly PermissionArea[];
  draft: RoleDraft;
  onToggle: (role: AdminRole, permission: Permission) => void;
  /** The head of a role's column. */
  renderHead: (role: AdminRole) => ReactNode;
}

/** A table with permissions as rows, roles as columns and checkboxes. Header and first column are sticky. */
export function PermissionMatrix({ roles, areas, draft, onToggle, renderHead }: PermissionMatrixProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const shown = areas.filter(({ name }) => !closed.has(name)).flatMap(({ permissions }) => permissions);
  const focus = useCellFocus(
    roles.filter((role) => !ruleReason(role)).map(({ id }) => id),
    shown.map(({ key }) => key),
  );
  const open = (name: string, isOpen: boolean) =>
    setClosed(new Set(isOpen ? [...closed].filter((one) => one !== name) : [...closed, name]));
  return (
    <div className="relative min-h-0 flex-1 overflow-auto">
      <table
        {...focus.table}
        aria-label="Permissions of roles"
        className="w-full border-separate border-spacing-0"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className={cx(headCell, "left-0 z-3 min-w-[260px] pl-4 text-left text-2xs text-faint")}
            >
              Permission
            </th>
            {roles.map((role) => (
              <th
                key={role.id}
                scope="col"
                className={cx(headCell, "w-[84px] min-w-[84px] px-1", draft.has(role.id) && editedHead)}
              >
                {renderHead(role)}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area.name}>
            <AreaRow
              area={area}
              columns={roles.length + 1}
              isOpen={!closed.has(area.name)}
              onOpenChange={(isOpen) => open(area.name, isOpen)}
            />
            {!closed.has(area.name) &&
              area.permissions.map((permission) => (
                <tr key={permission.key} className="group">
                  <th
                    scope="row"
                    className={cx(
                      "sticky left-0 z-1 h-8 border-b bg-surface-raised pr-3 pl-4 text-left font-regular",
                      "group-hover:bg-surface-hover",
                    )}
                  >
                    {permission.title}
                    <PermissionName permission={permission} />
                  </th>
                  {roles.map((role) => (
                    <Cell
                      key={role.id}
                      {...{ role, permission, draft, onToggle }}
                      cell={focus.cell(role.id, permission.key)}
                    />
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface CellProps {
  role: AdminRole;
  permission: Permission;
  draft: RoleDraft;
  onToggle: PermissionMatrixProps["onToggle"];
  cell: { "data-cell": string; tabIndex: number; onFocus: () => void };
}

function Cell({ role, permission, draft, onToggle, cell }: CellProps) {
  const viewer = useViewer();
  if (ruleReason(role)) {
    return (
      <td className="border-b bg-surface-raised group-hover:bg-surface-hover">
        <FixedMark isAllowed={isAllowedByRule(role, permission)} />
      </td>
    );
  }
  const hasChanged = isChanged(draft, role, permission);
  const given = givenReason(draft, role, permission);
  return (
    <td
      className={cx(
        "border-b",
        hasChanged && "bg-highlight-soft shadow-[inset_2px_0_0_var(--highlight-bright)]",
        !hasChanged &&
          (draft.has(role.id) ? "bg-surface-selected" : "bg-surface-raised group-hover:bg-surface-hover"),
      )}
    >
      <Tick
        cell={cell}
        label={`${roleTitle(role.name)}: ${permission.title}`}
        isTicked={given !== null || isWanted(draft, role, permission)}
        isChanged={hasChanged}
        lock={given ?? lockReason(viewer, role, permission)}
        onToggle={() => onToggle(role, permission)}
      />
    </td>
  );
}

interface AreaRowProps {
  area: PermissionArea;
  columns: number;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

function AreaRow({ area, columns, isOpen, onOpenChange }: AreaRowProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <tr>
      <th colSpan={columns} scope="rowgroup" className="h-8 border-b bg-surface text-left">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpenChange(!isOpen)}
          className="sticky left-2 ml-2 inline-flex h-7 items-center gap-1.5 rounded-sm px-2 font-semibold text-xs hover:bg-surface-hover"
        >
          <Chevron className="size-3.5 text-faint" />
          {area.name}
          <Count value={area.permissions.length} />
        </button>
      </th>
    </tr>
  );
}

const headCell = "sticky top-0 z-2 h-[50px] border-b bg-surface-sunken font-semibold align-middle";
const editedHead = "bg-[color-mix(in_oklab,var(--primary)_12%,var(--surface-sunken))]";

/** A mark that cannot be changed, because the role has the permission by rule. */
function FixedMark({ isAllowed }: { isAllowed: boolean }) {
  const Mark = isAllowed ? Check : Minus;
  return (
    <span className="grid h-8 place-items-center">
      <Mark className={cx("size-4 stroke-2", isAllowed ? "text-primary-text opacity-70" : "text-disabled")} />
      <VisuallyHidden>{isAllowed ? "Allowed" : "Not allowed"}</VisuallyHidden>
    </span>
  );
}

interface TickProps {
  label: string;
  isTicked: boolean;
  isChanged: boolean;
  /** Why it cannot be changed; the box stays reachable, so that the reason can be read. */
  lock: string | null;
  onToggle: () => void;
  cell: { "data-cell": string; tabIndex: number; onFocus: () => void };
}

/** One box of the matrix, drawn as a check or a dash that fills its cell. */
function Tick({ label, isTicked, isChanged, lock, onToggle, cell }: TickProps) {
  const Mark = isTicked ? Check : Minus;
  const box = (
    <label
      className={cx(
        "relative grid h-8 place-items-center",
        lock ? "cursor-not-allowed" : "cursor-pointer hover:bg-surface-active/60",
      )}
    >
      <input
        {...cell}
        type="checkbox"
        aria-label={isChanged ? `${label}, not saved` : label}
        aria-disabled={lock !== null || undefined}
        aria-description={lock ?? undefined}
        checked={isTicked}
        onChange={() => lock === null && onToggle()}
        className="absolute inset-0.5 cursor-[inherit] appearance-none rounded-sm"
      />
      <Mark
        className={cx(
          "pointer-events-none size-4 stroke-2",
          isTicked ? "text-primary-text" : "text-faint",
          lock && "opacity-60",
        )}
      />
    </label>
  );
  return lock ? <Tooltip label={lock}>{box}</Tooltip> : box;
}
