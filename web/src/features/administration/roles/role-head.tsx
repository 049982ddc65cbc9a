import type { AdminRole } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { Lock, ShieldCheck } from "lucide-react";
import { countPeople } from "../../../lib/counted.ts";
import { RoleBadge } from "../../../ui/badge/role-badge.tsx";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { PopupTriggerProps } from "../../../ui/popup/use-lazy-popup.ts";
import { RoleDetails, type RoleDetailsProps } from "./role-details.tsx";
import { ruleReason } from "./role-rules.ts";

/** The header of a role's column, with its name and number of holders. Pressing it shows the details. */
export function RoleHead(props: RoleDetailsProps) {
  const { role } = props;
  return (
    <Popover
      label={`Role ${roleTitle(role.name)}`}
      align="center"
      className="w-[300px]"
      trigger={<HeadButton role={role} />}
    >
      {(close) => (
        <RoleDetails
          {...props}
          onEdit={() => {
            close();
            props.onEdit();
          }}
          onDelete={() => {
            close();
            props.onDelete();
          }}
        />
      )}
    </Popover>
  );
}

function HeadButton({ role, ...trigger }: { role: AdminRole } & PopupTriggerProps) {
  const isFixed = ruleReason(role) !== null;
  return (
    <button
      {...trigger}
      type="button"
      className="flex w-full flex-col items-center gap-0.5 rounded-sm px-1 py-1 hover:bg-surface-active data-popup-open:bg-surface-active"
    >
      <RoleBadge role={role.name} />
      <span className="flex items-center gap-1 font-medium text-2xs text-faint">
        {isFixed && <Lock className="size-3 stroke-2" />}
        {role.requiresSecondFactor && <ShieldCheck className="size-3 stroke-2 text-success-text" />}
        {countPeople(role.holderCount)}
        {isFixed && <VisuallyHidden>, fixed</VisuallyHidden>}
        {role.requiresSecondFactor && <VisuallyHidden>, requires a second factor</VisuallyHidden>}
      </span>
    </button>
  );
}
