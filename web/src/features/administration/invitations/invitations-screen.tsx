import type { Invitation } from "@atoll/contract/administration/invitation-routes";
import { type InvitationState, invitationStates } from "@atoll/contract/administration/limits";
import { useMutation } from "@tanstack/react-query";
import { CircleDot, Ellipsis, Link2, Mail, MailX, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatAgo } from "../../../lib/time/format-ago.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge, type BadgeTone } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { TableRows } from "../../../ui/table/table-rows.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { SecretList } from "../secret-list.tsx";
import { DepartmentBadges, RoleBadges } from "../users/table/user-badges.tsx";
import {
  addressOf,
  type InvitationFilters,
  type InviteLink,
  renewInvitation,
  useInvitations,
  withdrawInvitation,
} from "./api.ts";
import { InviteDialog } from "./invite-dialog.tsx";

export interface InvitationsScreenProps {
  isMailOn: boolean;
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
}

/** Who is invited, and how far each invitation is. */
export function InvitationsScreen({ isMailOn, renderActions }: InvitationsScreenProps) {
  const [filters, setFilters] = useState<InvitationFilters>({ search: "", state: undefined });
  const [isInviting, setIsInviting] = useState(false);
  const [links, setLinks] = useState<readonly InviteLink[]>([]);
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const list = useInvitations(filters);
  const isFiltered = filters.search !== "" || filters.state !== undefined;
  return (
    <div className="flex flex-col gap-4">
      {renderActions(
        <Button icon={UserPlus} onClick={() => setIsInviting(true)} variant="primary">
          Invite people
        </Button>,
      )}
      {links.length > 0 && <NewLinks links={links} onDismiss={() => setLinks([])} />}
      <section aria-labelledby="invitations-title" className="rounded-lg border bg-surface-raised shadow-1">
        <header className="flex min-h-12 flex-wrap items-center gap-2 py-2 pr-3 pl-4">
          <h2 className="font-semibold text-sm" id="invitations-title">
            Invitations
          </h2>
          <div className="flex min-w-0 flex-wrap items-center gap-2 md:ml-auto">
            <FilterField
              className="w-60 max-md:w-full"
              label="Search invitations"
              loading={list.isPlaceholderData && list.isFetching}
              maxLength={100}
              onChange={(search) => setFilters({ ...filters, search })}
              placeholder="Filter by name or email"
              value={filters.search}
            />
            <StateFilter onChange={(state) => setFilters({ ...filters, state })} state={filters.state} />
          </div>
        </header>
        <PagedList
          empty={
            <EmptyState
              action={
                isFiltered ? (
                  <Button onClick={() => setFilters({ search: "", state: undefined })} size="sm">
                    Clear filters
                  </Button>
                ) : (
                  <Button icon={UserPlus} onClick={() => setIsInviting(true)} size="sm">
                    Invite people
                  </Button>
                )
              }
              drawing={isFiltered ? "search" : "generic"}
              title={isFiltered ? "No invitations found" : "Nobody is invited"}
            />
          }
          failure="Failed to load invitations"
          list={list}
          skeleton={
            <RowSkeletons label="Loading the invitations" mark={16} rowClassName="border-t px-4 py-1" />
          }
        >
          {(items) => (
            <InvitationRows
              isMailOn={isMailOn}
              items={items}
              onLink={(link) => setLinks([link])}
              onWithdraw={setWithdrawn}
            />
          )}
        </PagedList>
      </section>
      {isInviting && (
        <InviteDialog isMailOn={isMailOn} onClose={() => setIsInviting(false)} onLinks={setLinks} />
      )}
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </div>
  );
}

const states: Record<InvitationState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Sending", tone: "info" },
  sent: { label: "Sent", tone: "info" },
  failed: { label: "Not delivered", tone: "error" },
  link: { label: "Link copied", tone: "info" },
  accepted: { label: "Accepted", tone: "success" },
  expired: { label: "Expired", tone: "warning" },
  withdrawn: { label: "Withdrawn", tone: "secondary" },
};

function StateFilter(props: {
  state: InvitationState | undefined;
  onChange: (state: InvitationState | undefined) => void;
}) {
  const { state, onChange } = props;
  const options = invitationStates.map((value) => ({ value, label: states[value].label }));
  return (
    <Menu
      align="end"
      items={[
        {
          choice: "State",
          options: [{ value: "", label: "Any" }, ...options],
          value: state ?? "",
          onValueChange: (next) => onChange(invitationStates.find((one) => one === next)),
        },
      ]}
      label="State"
      trigger={
        <FilterButton
          active={state !== undefined}
          icon={CircleDot}
          label={state ? `State: ${states[state].label}` : "State"}
          onClear={() => onChange(undefined)}
        />
      }
    />
  );
}

interface RowsProps {
  items: readonly Invitation[];
  isMailOn: boolean;
  onLink: (link: InviteLink) => void;
  onWithdraw: (invitation: Invitation) => void;
}

function InvitationRows({ items, isMailOn, onLink, onWithdraw }: RowsProps) {
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
          cell: ({ roles, departments }) => (
            <span className="flex flex-wrap gap-1">
              <RoleBadges roles={roles} />
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
  const { label, tone } = states[state];
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
      <span className="truncate">{invitedBy.name}</span>
      <time dateTime={createdAt} title={formatInstant(createdAt)}>
        {formatAgo(createdAt, now)}
      </time>
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

interface ActionsProps extends Omit<RowsProps, "items"> {
  invitation: Invitation;
}

/** Links that were just made, which are shown only now. */
function NewLinks({ links, onDismiss }: { links: readonly InviteLink[]; onDismiss: () => void }) {
  const lines = [["name", "email", "link"]].concat(
    links.map((link) => [link.name, link.email, addressOf(link)]),
  );
  const [first] = links;
  return (
    <SecretList copied="Links copied" fileName="invitations.csv" lines={lines} onDismiss={onDismiss}>
      {links.length === 1 && first ? (
        <>
          The link for {first.email} works once, for 7 days. Hand it over in a way that only they can read: it
          is not shown again, and earlier links no longer work.
          <span className="mt-2 flex flex-wrap items-center gap-2">
            <code className="min-w-0 break-all rounded-xs bg-surface-sunken px-1.5 py-1 text-xs">
              {addressOf(first)}
            </code>
            <Button icon={Link2} onClick={() => copyText(addressOf(first), "Link copied")} size="sm">
              Copy link
            </Button>
          </span>
        </>
      ) : (
        <>
          {links.length} links were made. Save the list now: it is not shown again. Each link works once, for
          7 days. Hand each one over in a way that only its person can read.
        </>
      )}
    </SecretList>
  );
}

function WithdrawDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const work = useMutation({
    mutationFn: () => withdrawInvitation(invitation.id),
    onSuccess: () => {
      notify.success(`The invitation of ${invitation.email} is withdrawn`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      error={work.error}
      failure="Failed to withdraw the invitation"
      loading={work.isPending}
      onClose={onClose}
      onConfirm={() => work.mutate()}
      title={`Withdraw the invitation of ${invitation.email}`}
      verb="Withdraw"
    >
      The link stops working immediately. You can invite this address again.
    </ConfirmDialog>
  );
}
