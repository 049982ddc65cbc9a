import type { Invitation } from "@atoll/contract/administration/invitation-routes";
import type { InvitationState } from "@atoll/contract/administration/limits";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis, Link2, Mail, MailX } from "lucide-react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { formatLastDay } from "../../../lib/time/format-last-day.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge, type BadgeTone } from "../../../ui/badge/badge.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { TableRows } from "../../../ui/table/table-rows.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { DepartmentBadges, RoleBadges } from "../users/table/user-badges.tsx";
import { type InviteLink, renewInvitation } from "./api.ts";

/** How the states of an invitation look. */
export const invitationLooks: Record<InvitationState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Sending", tone: "info" },
  sent: { label: "Sent", tone: "info" },
  failed: { label: "Not delivered", tone: "error" },
  link: { label: "Link made", tone: "info" },
  accepted: { label: "Accepted", tone: "success" },
  expired: { label: "Expired", tone: "warning" },
  withdrawn: { label: "Withdrawn", tone: "secondary" },
};

export interface InvitationRowsProps {
  items: readonly Invitation[];
  isMailOn: boolean;
  onLink: (link: InviteLink) => void;
  onWithdraw: (invitation: Invitation) => void;
}

/** The invitations: a table, and on a phone a list. */
export function InvitationRows({ items, isMailOn, onLink, onWithdraw }: InvitationRowsProps) {
  const isPhone = useIsPhone();
  const actions = (invitation: Invitation) => (
    <InvitationActions {...{ invitation, isMailOn, onLink, onWithdraw }} />
  );
  if (isPhone)
    return (
      <ul aria-label="Invitations" className="border-t">
        {items.map((invitation) => (
          <li className="flex items-start gap-2 border-b px-4 py-3 last:border-b-0" key={invitation.id}>
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <Invited invitation={invitation} />
              <State invitation={invitation} />
              <Times invitation={invitation} />
            </div>
            {actions(invitation)}
          </li>
        ))}
      </ul>
    );
  return (
    <TableRows
      columns={[
        { key: "person", header: "Invited", cell: (one) => <Invited invitation={one} /> },
        {
          key: "given",
          header: "Roles and departments",
          cell: ({ roles, departments, guestUntil }) => (
            <span className="flex flex-wrap gap-1">
              {guestUntil && <Badge tone="warning">Guest until {formatLastDay(guestUntil)}</Badge>}
              {!guestUntil && <RoleBadges roles={roles} />}
              {departments.length > 0 && <DepartmentBadges departments={departments} slugs={noSlugs} />}
            </span>
          ),
        },
        { key: "state", header: "State", cell: (one) => <State invitation={one} /> },
        { key: "times", header: "By", cell: (one) => <Times invitation={one} /> },
        { key: "actions", header: "Actions", hideHeader: true, align: "right", cell: actions },
      ]}
      label="Invitations"
      minWidth="760px"
      onSort={() => undefined}
      rowKey={({ id }) => id}
      rows={items}
      sort={undefined}
    />
  );
}

const noSlugs: ReadonlyMap<string, string> = new Map();

function Invited({ invitation: { name, email, acceptedBy } }: { invitation: Invitation }) {
  const shown = acceptedBy?.name ?? name;
  return (
    <span className="flex max-w-72 flex-col">
      {shown && <span className="truncate font-medium">{shown}</span>}
      <span className={shown ? "truncate text-faint text-xs" : "truncate font-medium"}>{email}</span>
    </span>
  );
}

function State({ invitation: { state, problem } }: { invitation: Invitation }) {
  const { label, tone } = invitationLooks[state];
  return (
    <span className="flex max-w-80 flex-col items-start gap-1">
      <Badge tone={problem ? "error" : tone}>{label}</Badge>
      {problem && <span className="break-words text-danger-text text-xs">{problem}</span>}
    </span>
  );
}

function Times({ invitation }: { invitation: Invitation }) {
  const now = useNow();
  const { createdAt, expiresAt, invitedBy, isOpen, state } = invitation;
  return (
    <span className="flex flex-col text-muted text-xs">
      <span className="truncate">
        {invitedBy.name},{" "}
        <time dateTime={createdAt} title={formatInstant(createdAt)}>
          {formatAgo(createdAt, now)}
        </time>
      </span>
      {isOpen && state !== "expired" && (
        <span className="text-faint">
          until <time dateTime={expiresAt}>{formatInstant(expiresAt)}</time>
        </span>
      )}
    </span>
  );
}

function InvitationActions({ invitation, isMailOn, onLink, onWithdraw }: ActionsProps) {
  const { id, email } = invitation;
  const renewal = useMutation({
    mutationFn: (by: "mail" | "link") => renewInvitation(id, by),
    onSuccess: ({ link }) => {
      if (!link) return notify.success(`A new mail to ${email} is on the way`);
      onLink(link);
    },
    onError: (error) => notify.error(errorMessage(error, "Failed to make a new link")),
  });
  if (!invitation.isOpen) return null;
  return (
    <Menu
      align="end"
      items={[
        ...(isMailOn ? [{ label: "Send again", icon: Mail, onSelect: () => renewal.mutate("mail") }] : []),
        { label: "Make a new link to copy", icon: Link2, onSelect: () => renewal.mutate("link") },
        { label: "Withdraw", icon: MailX, onSelect: () => onWithdraw(invitation) },
      ]}
      label={`More for ${email}`}
      trigger={<IconButton icon={Ellipsis} label={`More for ${email}`} size="sm" />}
    />
  );
}

interface ActionsProps extends Omit<InvitationRowsProps, "items"> {
  invitation: Invitation;
}
