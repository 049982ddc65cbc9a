import { guestAccessRoutes, type ThingGuest } from "@atoll/contract/guest-access/routes";
import type { GuestThingKind } from "@atoll/contract/guest-access/things";
import type { Person } from "@atoll/contract/people/schemas";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Ellipsis, UserPlus } from "lucide-react";
import { useId, useState } from "react";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { formatLongDate } from "../../lib/time/format-more-dates.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Count } from "../../ui/badge/count.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../ui/popup/menu-entry.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { AddressLink } from "../links/address-link.tsx";
import { PersonAvatar } from "../people/person-avatar.tsx";
import { GuestMark } from "../people/program-mark.tsx";
import { type PeopleSource, usePeopleSearch } from "../people/use-people-search.ts";

interface ThingGuestsProps extends OneThing {
  /** Whether each guest may comment or not is chosen. Otherwise all may. */
  choosesComments?: boolean;
  /** More to do with a guest. */
  actionsOf?: (guest: Person) => MenuEntry[];
  heading?: "h2" | "h3";
}

/** Says what guests of a kind of thing see, before they are invited and above a thing that has some. */
const words: Readonly<Record<GuestThingKind, { seen: string; shown: string }>> = {
  task: {
    seen: "A guest sees this task with its description, files and comments, and who does it. They see no sub-tasks, no linked tasks and nothing of the department.",
    shown:
      "Guests from outside the company see this task, its files and its comments. Their access ends when the task leaves its department.",
  },
  article: {
    seen: "A guest sees the published text of this page with its pictures, files and comments. They see no page above or below it, no drafts and no earlier versions.",
    shown:
      "Guests from outside the company see this page and its comments. Their access ends when fewer people can read the page.",
  },
  event: {
    seen: "A guest sees this event with all its times, its place, description, comments and attendees by name, and answers the invitation. They see no calendar and no free times of anyone.",
    shown: "Guests from outside the company see this event, its attendees and its comments.",
  },
};

interface OneThing {
  kind: GuestThingKind;
  id: string;
  /** Grows whenever its guests change. */
  version: number;
}

function useThingGuests({ kind, id, version }: OneThing) {
  return useQuery({
    queryKey: ["guest-access", kind, id, version],
    queryFn: ({ signal }) =>
      call(guestAccessRoutes.listThingGuests, { params: { kind, subjectId: id } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Marks a thing that guests see, where its list of guests is further down. */
export function GuestsMark({ hasGuests = false }: { hasGuests?: boolean | undefined }) {
  if (!hasGuests) return null;
  return (
    <p>
      <Badge tone="warning">With guests</Badge>
    </p>
  );
}

/** The guests who see a thing, and the way to invite one. Nothing where there are none and the viewer invites none. */
export function ThingGuests({
  kind,
  id,
  version,
  choosesComments = false,
  actionsOf,
  heading: Heading = "h3",
}: ThingGuestsProps) {
  const headingId = useId();
  const [isInviting, setInviting] = useState(false);
  const params = { kind, subjectId: id };
  const { data, error, isFetching, refetch } = useThingGuests({ kind, id, version });
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => refetch(),
  });
  if (!data && error)
    return (
      <section aria-labelledby={headingId} className="flex flex-col gap-2">
        <Heading id={headingId} className="font-semibold">
          Guests
        </Heading>
        <InlineAlert tone="error">Failed to fetch who sees it as a guest</InlineAlert>
        <Button size="xs" className="self-start" loading={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      </section>
    );
  if (!data || (data.guests.length === 0 && !data.mayInvite)) return null;
  const invite = (guest: { id: string }, mayComment: boolean) =>
    call(guestAccessRoutes.inviteGuestToThing, {
      params: { ...params, guestId: guest.id },
      body: { mayComment },
    });
  const isSeen = data.guests.some(({ hasEnded }) => !hasEnded);
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center gap-2">
        <Heading id={headingId} className="flex items-center gap-2 font-semibold">
          Guests
          {data.guests.length > 0 && <Count value={data.guests.length} />}
        </Heading>
        {data.mayInvite && !isInviting && (
          <Button
            size="xs"
            variant="ghost"
            icon={UserPlus}
            className="ml-auto"
            onClick={() => setInviting(true)}
          >
            Invite a guest
          </Button>
        )}
      </div>
      {isSeen && <InlineAlert tone="notice">{words[kind].shown}</InlineAlert>}
      {acting.error && <InlineAlert tone="error">{errorMessage(acting.error)}</InlineAlert>}
      {data.guests.length > 0 && (
        <ul aria-label="Guests" className="flex flex-col">
          {data.guests.map((row) => (
            <GuestRow
              key={row.guest.id}
              row={row}
              actions={
                data.mayRemove
                  ? [
                      ...(row.hasEnded ? [] : (actionsOf?.(row.guest) ?? [])),
                      ...(choosesComments && data.mayInvite && !row.hasEnded
                        ? [
                            {
                              label: row.mayComment ? "Let them only read" : "Let them comment",
                              onSelect: () => acting.mutate(() => invite(row.guest, !row.mayComment)),
                            },
                          ]
                        : []),
                      {
                        label: "Remove",
                        danger: true,
                        onSelect: () =>
                          acting.mutate(() =>
                            call(guestAccessRoutes.removeGuestFromThing, {
                              params: { ...params, guestId: row.guest.id },
                            }),
                          ),
                      },
                    ]
                  : []
              }
              canComment={choosesComments ? row.mayComment : undefined}
            />
          ))}
        </ul>
      )}
      {isInviting && (
        <InviteGuest
          kind={kind}
          among={new Set(data.guests.map(({ guest }) => guest.id))}
          onInvite={(guest) => invite(guest, !choosesComments)}
          onInvited={() => void refetch()}
          onClose={() => setInviting(false)}
        />
      )}
    </section>
  );
}

interface GuestRowProps {
  row: ThingGuest;
  actions: MenuEntry[];
  canComment: boolean | undefined;
}

function GuestRow({ row: { guest, hasEnded, until, invitedBy }, actions, canComment }: GuestRowProps) {
  const details = [
    hasEnded ? "Access has ended" : `Until ${formatLongDate(until)}`,
    canComment === undefined ? "" : canComment ? "Can comment" : "Can read",
    invitedBy ? `Invited by ${invitedBy.name}` : "",
  ];
  return (
    <li className="flex items-center gap-3 py-1.5">
      <PersonAvatar person={guest} decorative size={28} />
      <div className="min-w-0 flex-1 leading-[18px]">
        <p className="flex min-w-0 items-center gap-1.5 font-medium">
          <span className="truncate">{guest.name}</span>
          <GuestMark />
        </p>
        <p className="text-muted text-xs">{details.filter(Boolean).join(" · ")}</p>
      </div>
      {actions.length > 0 && (
        <Menu
          label={`Actions for ${guest.name}`}
          trigger={<IconButton label={`More about ${guest.name}`} icon={Ellipsis} size="xs" />}
          items={actions}
        />
      )}
    </li>
  );
}

const guests: PeopleSource = {
  key: ["guests"],
  find: (name, _limit, signal) => call(guestAccessRoutes.findGuestsToInvite, { query: { name } }, { signal }),
};
const maxResults = 8;

interface InviteGuestProps {
  kind: GuestThingKind;
  /** The IDs of its guests. */
  among: ReadonlySet<string>;
  onInvite: (guest: Person) => Promise<unknown>;
  onInvited: () => void;
  onClose: () => void;
}

/** Finds guests by name and invites the chosen one immediately. */
function InviteGuest({ kind, among, onInvite, onInvited, onClose }: InviteGuestProps) {
  const [text, setText] = useState("");
  const search = usePeopleSearch(text, { max: maxResults, among: guests, offersAll: true });
  const found = search.people.filter(({ id }) => !among.has(id));
  const inviting = useMutation({
    mutationFn: onInvite,
    onSuccess: (_done, guest) => {
      setText("");
      notify.success(`${guest.name} was invited`);
    },
    onSettled: onInvited,
  });
  return (
    <section
      aria-label="Invite a guest"
      className="flex flex-col gap-2 rounded-md border bg-surface-raised p-3"
    >
      <p className="text-muted text-xs">{words[kind].seen}</p>
      <SearchList
        label="Search guests"
        listLabel="Guests"
        text={text}
        onTextChange={(next) => {
          setText(next);
          if (inviting.error) inviting.reset();
        }}
        query={text}
        isAnswered
        options={found.map((guest) => ({
          id: guest.id,
          title: guest.name,
          detail: guest.email,
          mark: <PersonAvatar person={guest} decorative size={28} />,
        }))}
        onChoose={(id) => {
          const guest = found.find((one) => one.id === id);
          if (guest && !inviting.isPending) inviting.mutate(guest);
        }}
        loading={search.isSearching || inviting.isPending}
        error={inviting.error ? errorMessage(inviting.error) : search.error}
        onRetry={inviting.error ? undefined : search.retry}
        empty={search.name === "" ? "There are no other guests" : `No results found for "${search.name}"`}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button size="sm" variant="ghost" onClick={onClose}>
          Done
        </Button>
        <AddressLink
          address="/admin/guests"
          className="rounded-xs py-1 text-primary-text text-xs hover:underline"
        >
          Invite somebody who is no guest yet
        </AddressLink>
      </div>
    </section>
  );
}
