import type { AdminUser } from "@atoll/contract/administration/schemas";
import { mailRoutes } from "@atoll/contract/mail/routes";
import { canManageUsers } from "@atoll/contract/permissions";
import { useMutation } from "@tanstack/react-query";
import {
  CircleCheck,
  CircleOff,
  CircleQuestionMark,
  Ellipsis,
  KeyRound,
  LogOut,
  MailCheck,
  PackageOpen,
  Pencil,
  ShieldOff,
  Trash2,
} from "lucide-react";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuAction } from "../../../ui/popup/menu-entry.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { useRoles } from "../roles/api.ts";
import { updateUser, useRefreshAdministration } from "./api.ts";
import type { StartUserAct } from "./dialogs/user-dialog.ts";

/** Whether a person waits to be let in. Specification, section 4. */
const isPending = ({ roles }: AdminUser) => roles.every(({ name }) => name.toLowerCase() === "pending");

/** Approves a pending person with the default role. Others are given in the edit dialog. */
function ApproveButton({ user }: { user: AdminUser }) {
  const refresh = useRefreshAdministration();
  const role = useRoles().data?.find(({ name, canAssign }) => name === "user" && canAssign);
  const work = useMutation({
    mutationFn: (roleId: string) => updateUser(user.id, { version: user.version, roleIds: [roleId] }),
    onSuccess: ({ name }) => notify.success(`${name} is approved`),
    onError: (error) => notify.error(`Failed to update user: ${errorMessage(error)}`),
    onSettled: refresh,
  });
  if (!role) return null;
  return (
    <Button
      size="xs"
      aria-label={`Approve ${user.name}`}
      loading={work.isPending}
      onClick={() => work.mutate(role.id)}
    >
      Approve
    </Button>
  );
}

export interface UserActionsProps {
  user: AdminUser;
  onAct: StartUserAct;
}

/** The viewer's actions for an account. The server decides which are allowed, and checks again. */
export function UserActions({ user, onAct }: UserActionsProps) {
  const items = useMenuItems({ user, onAct });
  return (
    <span className="inline-flex items-center justify-end">
      {user.canEdit && isPending(user) && !user.isDisabled && <ApproveButton user={user} />}
      {user.canEdit && (
        <IconButton icon={Pencil} label={`Edit ${user.name}`} onClick={() => onAct("edit", user)} size="sm" />
      )}
      {user.canDelete && (
        <IconButton
          icon={Trash2}
          label={`Delete ${user.name}`}
          onClick={() => onAct("delete", user)}
          size="sm"
        />
      )}
      {items.length > 0 && (
        <Menu
          align="end"
          items={items}
          label={`More for ${user.name}`}
          trigger={<IconButton icon={Ellipsis} label={`More for ${user.name}`} size="sm" />}
        />
      )}
    </span>
  );
}

/** Returns no items for the viewer's own account, whose password, sessions and second factor are in the settings. */
function useMenuItems({ user, onAct }: UserActionsProps): MenuAction[] {
  const viewer = useViewer();
  const refresh = useRefreshAdministration();
  const mail = useMutation({
    mutationFn: () => call(mailRoutes.forgetMailRefusal, { params: { userId: user.id } }),
    onSuccess: () => notify.success(`Mail to ${user.email} is tried again from the next one on`),
    onError: (error) => notify.error(errorMessage(error)),
    onSettled: refresh,
  });
  if (!user.canEdit || !canManageUsers(viewer) || user.id === viewer.id) return [];
  return [
    ...(user.mailRefusal === null
      ? []
      : [{ label: "Try mail again", icon: MailCheck, onSelect: () => mail.mutate() }]),
    user.isDisabled
      ? { label: "Enable account", icon: CircleCheck, onSelect: () => onAct("enable", user) }
      : { label: "Disable account", icon: CircleOff, onSelect: () => onAct("disable", user) },
    ...(user.canResetSignIn
      ? [{ label: "Set a new password", icon: KeyRound, onSelect: () => onAct("password", user) }]
      : []),
    { label: "End all sessions", icon: LogOut, onSelect: () => onAct("sessions", user) },
    ...(user.canResetSignIn && user.hasSecondFactor
      ? [
          {
            label: "Reset second factor",
            icon: ShieldOff,
            onSelect: () => onAct("second-factor", user),
          },
        ]
      : []),
    { label: "Export personal data", icon: PackageOpen, onSelect: () => onAct("export", user) },
    { label: "Why can they see that?", icon: CircleQuestionMark, onSelect: () => onAct("explain", user) },
  ];
}
