import { shareLoop } from "../../../platform/turns/share-loop.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { isTooWide, readLines, untilDamaged } from "../archive/read-lines.ts";
import type { FoundLine } from "../archive/records.ts";
import { countTexts, type KeepTexts, type Note, noteIn, timeOf } from "../messages/message-survey.ts";
import { createSortedRecords, type SortedRecords } from "../messages/sorted-records.ts";
import {
  botSchema,
  channelSchema,
  directChannelSchema,
  lineSchema,
  type MattermostUser,
  postSchema,
  rootSchema,
  teamSchema,
  userSchema,
} from "./shapes.ts";
import { authorOf, type PostAuthor } from "./to-message.ts";

/** The lines of an export, by what they describe, and where its posts wait on the disk. */
export interface ReadExport {
  teams: Map<string, { displayName: string; isOpen: boolean }>;
  users: Map<string, Omit<MattermostUser, "teams">>;
  /** People who are neither guests nor deactivated: how many there are, and in each team. With the memberships of all. */
  active: { count: number; memberships: number; byTeam: Map<string, number> };
  bots: Map<string, string>;
  conversations: Map<string, Conversation>;
  /** People and bots who wrote posts, and how many. */
  authors: Map<string, { author: PostAuthor; count: number }>;
  lines: FoundLine[];
  records: SortedRecords;
  keep: KeepTexts;
}

/** A channel or chat. Its people are their names here. */
export interface Conversation {
  id: string;
  team: string;
  name: string;
  /** The line of a channel. One without a line has only posts. */
  described?: { displayName: string; isPublic: boolean; topic: string; purpose: string; isArchived: boolean };
  /** The people of a direct chat. Undefined for channels. */
  between?: string[];
  members: string[];
  owner?: string;
  writers: Set<string>;
  recordCount: number;
  firstAt: number;
}

const maxUsers = 200_000;
const maxConversations = 200_000;
const maxMemberships = 10_000_000;
/** Lines that have no counterpart here. */
const ignored = new Set(["role", "scheme", "emoji"]);

/** The files with the lines of an export, and the folder that they are in. */
export function filesOfExport(archive: Archive): { paths: string[]; root: string } {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
  for (const ending of [".jsonl", ".json"]) {
    const found = archive.paths.filter((path) => path.toLowerCase().endsWith(ending));
    const folders = found.map(folderOf).sort((one, other) => one.split("/").length - other.split("/").length);
    const [root] = folders;
    if (root !== undefined) return { paths: found.filter((path) => folderOf(path) === root).sort(), root };
  }
  throw new UnreadableArchive("This is not an export of Mattermost: it has no file that ends with .jsonl.");
}

/**
 * Reads all lines of an export once. Posts come in the order of their IDs, which are random.
 * @throws {UnreadableArchive} for a file of another product, or one that is too large.
 */
export async function readExport(archive: Archive, signal?: AbortSignal): Promise<ReadExport> {
  const { paths } = filesOfExport(archive);
  const found: ReadExport = {
    ...{ teams: new Map(), users: new Map(), bots: new Map(), conversations: new Map() },
    ...{ authors: new Map(), lines: [], active: { count: 0, memberships: 0, byTeam: new Map() } },
    ...{ records: await createSortedRecords(), keep: countTexts() },
  };
  const note = noteIn(found.lines);
  let isKnown = false;
  try {
    for (const path of paths) {
      const content = await archive.read(path);
      if (!content) continue;
      const pause = shareLoop();
      let last = 0;
      const onDamage = () => note("file_unreadable", `it is damaged after line ${last}`);
      for await (const line of readLines(untilDamaged(archive, content, onDamage))) {
        signal?.throwIfAborted();
        last = line.number;
        if ("problem" in line) note(line.problem, `line ${line.number}`);
        else isKnown = (await addLine(found, line.bytes, line.number, note)) || isKnown;
        // The first lines of each export are its version and teams.
        if (!isKnown && last >= 100) break;
        await pause();
      }
    }
    if (!isKnown)
      throw new UnreadableArchive("This is not an export of Mattermost: its lines are not those of one.");
    return found;
  } catch (error) {
    await found.records.close();
    throw error;
  }
}

/** Returns whether the line is one of Mattermost. */
async function addLine(found: ReadExport, bytes: Buffer, number: number, note: Note): Promise<boolean> {
  let value: Record<string, unknown> & { type: string };
  try {
    value = lineSchema.parse(JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, "")));
  } catch {
    note("record_unreadable", `line ${number}`);
    return false;
  }
  const { type } = value;
  const part = value[type];
  if (isTooWide(part)) {
    note("record_too_large", `line ${number}`);
    return true;
  }
  if (type === "version") return true;
  if (ignored.has(type)) {
    note("line_ignored", type);
    return true;
  }
  switch (type) {
    case "team": {
      const team = teamSchema.safeParse(part).data;
      if (!team?.name) break;
      const isOpen = team.type !== "I" && team.allow_open_invite;
      found.keep(team.name, team.display_name);
      found.teams.set(team.name, { displayName: team.display_name || team.name, isOpen });
      return true;
    }
    case "user": {
      const user = userSchema.safeParse(part).data;
      if (!user?.username) break;
      if (found.users.size < maxUsers) addUser(found, user);
      else note("person_too_many");
      return true;
    }
    case "bot": {
      const bot = botSchema.safeParse(part).data;
      if (!bot?.username) break;
      found.keep(bot.username, bot.display_name);
      if (found.bots.size < maxUsers) found.bots.set(bot.username, bot.display_name || bot.username);
      else note("person_too_many");
      return true;
    }
    case "channel": {
      const channel = channelSchema.safeParse(part).data;
      if (!channel?.name) break;
      found.keep(channel.display_name, channel.header, channel.purpose);
      conversationOf(found, channel.team, channel.name).described = {
        displayName: channel.display_name || channel.name,
        // A channel that does not say that it is public is private.
        isPublic: channel.type === "O",
        ...{ topic: channel.header, purpose: channel.purpose, isArchived: channel.deleted_at > 0 },
      };
      return true;
    }
    case "direct_channel": {
      const chat = directChannelSchema.safeParse(part).data;
      const between = [...(chat?.members ?? []), ...(chat?.participants ?? []).map((one) => one.username)];
      if (!chat || between.length === 0) break;
      if (chat.header !== "") {
        found.keep(chat.header);
        chatOf(found, between).described = {
          ...{ displayName: "", isPublic: false, topic: chat.header, purpose: "", isArchived: false },
        };
      }
      return true;
    }
    case "post":
    case "direct_post":
      if (await addPost(found, part, note)) return true;
      break;
    default:
      note("line_ignored", "of an unknown kind");
      return false;
  }
  note("record_unreadable", `line ${number}`);
  return true;
}

export const isGuest = ({ roles }: Pick<MattermostUser, "roles">) =>
  roles.split(" ").includes("system_guest");

function addUser(found: ReadExport, { teams, ...user }: MattermostUser): void {
  const { users, active, keep } = found;
  const { username, delete_at } = user;
  if (users.has(username)) return;
  users.set(username, user);
  keep(username, user.email, user.nickname, user.first_name, user.last_name, user.roles);
  const isActive = delete_at <= 0;
  if (isActive && !isGuest(user)) {
    active.count += 1;
    for (const name of new Set(teams.map((team) => team.name))) {
      if (!active.byTeam.has(name)) keep(name);
      active.byTeam.set(name, (active.byTeam.get(name) ?? 0) + 1);
    }
  }
  const joined = new Set<Conversation>();
  for (const team of teams)
    for (const { name, roles } of team.channels) {
      if (name === "") continue;
      const channel = conversationOf(found, team.name, name);
      if (!joined.has(channel)) channel.members.push(username);
      joined.add(channel);
      if (isActive && roles.includes("channel_admin")) channel.owner ??= username;
    }
  active.memberships += joined.size;
  if (active.memberships > maxMemberships)
    throw new UnreadableArchive(
      `The export has more than ${maxMemberships.toLocaleString("en")} memberships of channels.`,
    );
}

/** Counts a post and its replies, and has it wait on the disk. Returns whether it can be read. */
async function addPost(found: ReadExport, part: unknown, note: Note): Promise<boolean> {
  const post = rootSchema.safeParse(part).data;
  if (!post) return false;
  const isDirect = post.channel_members.length > 0;
  if (!isDirect && post.channel === "") return false;
  const at = timeOf(post.create_at);
  if (!at) {
    note("record_without_time", String(post.create_at));
    return true;
  }
  const conversation = isDirect
    ? chatOf(found, post.channel_members)
    : conversationOf(found, post.team, post.channel);
  conversation.recordCount += 1 + post.replies.length;
  conversation.firstAt = Math.min(conversation.firstAt, post.create_at);
  for (const one of [post, ...post.replies.map((reply) => postSchema.safeParse(reply).data)])
    if (one && !countAuthor(found, conversation, authorOf(one))) note("person_too_many");
  // The same record is written that was counted.
  await found.records.add(conversation.id, at, Buffer.from(JSON.stringify(post)));
  return true;
}

/** Returns false for one beyond the limit. */
function countAuthor(
  { authors, keep }: ReadExport,
  { writers, described }: Conversation,
  author: PostAuthor,
): boolean {
  const name = "user" in author ? author.user : undefined;
  const key = "user" in author ? `user ${author.user}` : author.key;
  const known = authors.get(key);
  const isCounted = known !== undefined || authors.size < maxUsers;
  if (known) known.count += 1;
  else if (isCounted) {
    keep(key, name ?? "");
    authors.set(key, { author, count: 1 });
  }
  // Channels come before their posts, so that these are kept only of channels that no line describes.
  if (name !== undefined && !described && !writers.has(name)) {
    keep(name);
    writers.add(name);
  }
  return isCounted;
}

const conversationOf = (found: ReadExport, team: string, name: string): Conversation =>
  conversation(found, `channel ${team} ${name}`, { team, name });

function chatOf(found: ReadExport, members: readonly string[]): Conversation {
  const between = [...new Set(members)].sort();
  return conversation(found, `chat ${between.join(" ")}`, { team: "", name: "", between });
}

function conversation(
  { conversations, keep }: ReadExport,
  id: string,
  of: Pick<Conversation, "team" | "name" | "between">,
): Conversation {
  const known = conversations.get(id);
  if (known) return known;
  if (conversations.size >= maxConversations)
    throw new UnreadableArchive(
      `The export has more than ${maxConversations.toLocaleString("en")} channels and chats.`,
    );
  keep(id, of.team, of.name, ...(of.between ?? []));
  const none = { members: [], writers: new Set<string>(), recordCount: 0 };
  const made: Conversation = { ...of, ...none, id, firstAt: Number.POSITIVE_INFINITY };
  conversations.set(id, made);
  return made;
}
