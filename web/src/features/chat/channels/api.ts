import type { NotifyLevel } from "@atoll/contract/chat/channel-schemas";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import type { RouteCall } from "@atoll/contract/route";
import { call } from "../../../lib/server/api-client.ts";

interface Options {
  signal?: AbortSignal;
}

export type NewChannel = RouteCall<typeof chatRoutes.createChannel>["body"];
export type ChannelChanges = RouteCall<typeof chatRoutes.updateChannel>["body"];
export type Preferences = { notify?: NotifyLevel; isMuted?: boolean };

export const createChannel = (body: NewChannel) => call(chatRoutes.createChannel, { body });

export const openGroup = (personIds: string[]) => call(chatRoutes.openGroupChannel, { body: { personIds } });

export const fetchDirectory = (search: string, cursor: string | undefined, options?: Options) =>
  call(chatRoutes.listDirectory, { query: { search, cursor } }, options);

/** Returns the public channel behind a link, for people who are not in it; null if they cannot join it. */
export const fetchJoinable = (channelId: string, options?: Options) =>
  call(chatRoutes.listDirectory, { query: { channelId } }, options).then(
    ({ items }) => items.find(({ isMember }) => !isMember) ?? null,
  );

export const joinChannel = (channelId: string) => call(chatRoutes.joinChannel, { params: { channelId } });

export const leaveChannel = (channelId: string) => call(chatRoutes.leaveChannel, { params: { channelId } });

export const fetchChannel = (channelId: string) =>
  call(chatRoutes.getChannel, { params: { channelId } }).then(({ channel }) => channel);

export const updateChannel = (channelId: string, body: ChannelChanges) =>
  call(chatRoutes.updateChannel, { params: { channelId }, body });

export const putArchived = (channelId: string, isArchived: boolean) =>
  call(isArchived ? chatRoutes.archiveChannel : chatRoutes.unarchiveChannel, { params: { channelId } });

export const putPreferences = (channelId: string, body: Preferences) =>
  call(chatRoutes.setPreferences, { params: { channelId }, body });

export const fetchMembers = (
  channelId: string,
  query: RouteCall<typeof chatRoutes.listMembers>["query"],
  options?: Options,
) => call(chatRoutes.listMembers, { params: { channelId }, query }, options);

/** Finds those who can be added to a channel. */
export const findPeopleAndBots = (name: string, limit: number, signal: AbortSignal) =>
  call(peopleRoutes.searchPeople, { query: { name, limit, bots: "true" } }, { signal });

export const addMember = (channelId: string, personId: string) =>
  call(chatRoutes.addMember, { params: { channelId, personId } });

export const removeMember = (channelId: string, personId: string) =>
  call(chatRoutes.removeMember, { params: { channelId, personId } });

export const putOwner = (channelId: string, personId: string, isOwner: boolean) =>
  call(isOwner ? chatRoutes.addOwner : chatRoutes.removeOwner, { params: { channelId, personId } });

export const fetchPins = (channelId: string, options?: Options) =>
  call(chatRoutes.listPins, { params: { channelId } }, options);
