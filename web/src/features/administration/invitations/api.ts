import { type Invitation, invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import type { InvitationState } from "@atoll/contract/administration/limits";
import { canUseChat } from "@atoll/contract/chat/policy";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { RouteCall, RouteOutput } from "@atoll/contract/route";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";

export interface InvitationFilters {
  search: string;
  state: InvitationState | undefined;
  /** None but those of guests. */
  forGuests?: boolean;
}

/** Invitations, the newest first, page after page. */
export function useInvitations({ search, state, forGuests = false }: InvitationFilters) {
  const filters = { search, ...(state && { state }), ...(forGuests && { guests: "true" as const }) };
  return usePages<Invitation>({
    queryKey: ["administration", "invitations", filters],
    fetchPage: (cursor, options) =>
      call(invitationRoutes.listInvitations, { query: { cursor, ...filters } }, options),
    keyOf: ({ id }) => id,
    on: { "mails.changed": refetchSpread },
    keepsPrevious: true,
  });
}

/**
 * Channels that the viewer can add people to: public ones, and their own private ones. Of very many, the first ones by
 * name that a search finds.
 */
export function useChannelsToInviteTo(search: string) {
  const viewer = useViewer();
  const query = useQuery({
    queryKey: ["administration", "channels-to-invite-to", search],
    placeholderData: keepPreviousData,
    enabled: canUseChat(viewer),
    queryFn: async ({ signal }) => {
      const [open, own] = await Promise.all([
        call(chatRoutes.listDirectory, { query: { search, limit: 100 } }, { signal }),
        call(chatRoutes.listChannels, { query: {} }, { signal }),
      ]);
      const ownOnes = own.channels.filter(
        ({ type, archivedAt, name }) =>
          type !== "DIRECT" && archivedAt === null && name.toLowerCase().includes(search.toLowerCase()),
      );
      const all = new Map([...open.items, ...ownOnes].map(({ id, name }) => [id, name]));
      const channels = [...all].map(([id, name]) => ({ id, name }));
      return {
        channels: channels.sort((a, b) => a.name.localeCompare(b.name)),
        hasMore: open.nextCursor !== null,
      };
    },
  });
  return query.data ?? none;
}

const none: { channels: { id: string; name: string }[]; hasMore: boolean } = { channels: [], hasMore: false };

export type InviteOutcome = RouteOutput<typeof invitationRoutes.invitePeople>;
export type InviteLink = InviteOutcome["links"][number];

export const invitePeople = (body: RouteCall<typeof invitationRoutes.invitePeople>["body"]) =>
  call(invitationRoutes.invitePeople, { body });

export const renewInvitation = (invitationId: string, by: "mail" | "link") =>
  call(invitationRoutes.renewInvitation, { params: { invitationId }, body: { by } });

export const withdrawInvitation = (invitationId: string) =>
  call(invitationRoutes.withdrawInvitation, { params: { invitationId } });

/** The address of an invitation, with its secret after the #. */
export const addressOf = ({ token }: Pick<InviteLink, "token">) => `${location.origin}/join#${token}`;
