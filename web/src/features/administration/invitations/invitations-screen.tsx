import type { Invitation } from "@atoll/contract/administration/invitation-routes";
import { invitationStates } from "@atoll/contract/administration/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleDot, Link2, UserPlus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { formatNumber } from "../../../lib/format-number.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { ChoiceFilter } from "../../../ui/list/choice-filter.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { SecretList } from "../secret-list.tsx";
import {
  addressOf,
  type InvitationFilters,
  type InviteLink,
  useInvitations,
  withdrawInvitation,
} from "./api.ts";
import { InvitationRows, invitationLooks } from "./invitation-rows.tsx";
import { InviteDialog } from "./invite-dialog.tsx";

export interface InvitationsScreenProps {
  isMailOn: boolean;
  /** Shows and invites guests, and no colleagues. */
  forGuests?: boolean;
  /** Whether links are shown that leaving would lose. */
  onLinksChange?: (hasLinks: boolean) => void;
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
}

/** The list of invitations with their states. */
export function InvitationsScreen({
  isMailOn,
  forGuests = false,
  onLinksChange,
  renderActions,
}: InvitationsScreenProps) {
  const [filters, setFilters] = useState<InvitationFilters>({ search: "", state: undefined });
  const verb = forGuests ? "Invite guests" : "Invite people";
  const [isInviting, setIsInviting] = useState(false);
  const [links, setLinks] = useState<readonly InviteLink[]>([]);
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const list = useInvitations({ ...filters, forGuests });
  const hasLinks = links.length > 0;
  const queryClient = useQueryClient();
  // The news of mails are for administrators, and somebody who invites guests may be none.
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ["administration", "invitations"] });
  useEffect(() => onLinksChange?.(hasLinks), [hasLinks, onLinksChange]);
  // A list that was not saved yet stays: its links are not shown again.
  const addLinks = (added: readonly InviteLink[]) =>
    setLinks((links) => {
      const emails = new Set(added.map(({ email }) => email));
      return [...links.filter(({ email }) => !emails.has(email)), ...added];
    });
  const isFiltered = filters.search !== "" || filters.state !== undefined;
  return (
    <div className="flex flex-col gap-4">
      {renderActions(
        <Button icon={UserPlus} onClick={() => setIsInviting(true)} variant="primary">
          {verb}
        </Button>,
      )}
      {links.length > 0 && <NewLinks links={links} onDismiss={() => setLinks([])} />}
      <section
        aria-labelledby="invitations-title"
        className="overflow-hidden rounded-lg border bg-surface-raised shadow-1"
      >
        <header className="flex min-h-12 flex-wrap items-center gap-2 py-2 pr-3 pl-4">
          <h2 className="font-semibold text-sm" id="invitations-title">
            {forGuests ? "Invitations of guests" : "Invitations"}
          </h2>
          <div className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full md:ml-auto">
            <FilterField
              className="w-60 max-md:w-full"
              label="Search invitations"
              loading={list.isPlaceholderData && list.isFetching}
              maxLength={100}
              onChange={(search) => setFilters({ ...filters, search })}
              placeholder="Filter by name or email"
              value={filters.search}
            />
            <ChoiceFilter
              icon={CircleDot}
              name="State"
              onChange={(state) => setFilters({ ...filters, state })}
              options={stateOptions}
              value={filters.state}
            />
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
                    {verb}
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
              onLink={(link) => addLinks([link])}
              onWithdraw={setWithdrawn}
            />
          )}
        </PagedList>
      </section>
      {isInviting && (
        <InviteDialog
          forGuests={forGuests}
          isMailOn={isMailOn}
          onClose={() => {
            setIsInviting(false);
            refresh();
          }}
          onLinks={addLinks}
        />
      )}
      {withdrawn && (
        <WithdrawDialog
          invitation={withdrawn}
          onClose={() => {
            setWithdrawn(undefined);
            refresh();
          }}
        />
      )}
    </div>
  );
}

const stateOptions = invitationStates.map((value) => ({ value, label: invitationLooks[value].label }));

/** Links that were just made, which are shown only now. */
function NewLinks({ links, onDismiss }: { links: readonly InviteLink[]; onDismiss: () => void }) {
  const lines = [["name", "email", "link"]].concat(
    links.map((link) => [link.name, link.email, addressOf(link)]),
  );
  const [first] = links;
  if (links.length === 1 && first)
    return (
      <InlineAlert
        action={
          <Button icon={Link2} onClick={() => copyText(addressOf(first), "Link copied")} size="sm">
            Copy link
          </Button>
        }
        onDismiss={onDismiss}
        tone="notice"
      >
        The link for {first.email} works once, for 7 days. Hand it over in a way that only they can read: it
        is not shown again, and earlier links no longer work.
        <code className="mt-2 block break-all text-xs">{addressOf(first)}</code>
      </InlineAlert>
    );
  return (
    <SecretList copied="Links copied" fileName="invitations.csv" lines={lines} onDismiss={onDismiss}>
      {formatNumber(links.length)} links were made. Save the list now: it is not shown again. Each link works
      once, for 7 days. Hand each one over in a way that only its person can read.
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
