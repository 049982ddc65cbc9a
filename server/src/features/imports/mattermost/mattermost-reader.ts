import { shareLoop } from "../../../platform/turns/share-loop.ts";
import { type Archive, isPlainPath } from "../archive/open-archive.ts";
import { messagePrint } from "../archive/prints.ts";
import type { FoundPlace, FoundUnit, SourceReader, SourceRecord, Survey } from "../archive/records.ts";
import { createKeptReading } from "../messages/kept-reading.ts";
import {
  addWriter,
  createMessageSurvey,
  hashOf,
  isAddress,
  type MessageSurvey,
  orphanOf,
  unitsOf,
} from "../messages/message-survey.ts";
import { type Conversation, filesOfExport, isGuest, type ReadExport, readExport } from "./read-export.ts";
import { postSchema, rootSchema } from "./shapes.ts";
import { type Surroundings, toMessage, unlistedKey } from "./to-message.ts";

/** Reads bulk exports of Mattermost, and what other tools write in its form. */
export const mattermostReader: SourceReader = {
  makes: "messages",
  files: [".jsonl", ".json"],

  async open(archive) {
    const opened: Archive = {
      ...archive,
      async close() {
        await readings.close(opened);
        await archive.close?.();
      },
    };
    return opened;
  },

  survey: async (archive, signal) => (await readings.of(archive, signal)).survey,

  async *readUnit(archive, { placeKeys: [placeKey = ""], paths: days }): AsyncGenerator<() => SourceRecord> {
    const { found, conversations, surroundingsOf } = await readings.of(archive);
    const conversation = conversations.get(placeKey);
    if (!conversation) return;
    const around = surroundingsOf(conversation, placeKey);
    for (const day of days)
      for await (const bytes of found.records.read(conversation.id, day))
        for (const read of recordsOf(bytes, around)) yield () => ({ placeKey, ...read() });
  },
};

/** A post and its replies, in the order of time. */
function* recordsOf(bytes: Buffer, around: Surroundings): Generator<() => ReturnType<typeof toMessage>> {
  const root = rootSchema.parse(JSON.parse(bytes.toString("utf8")));
  let read: ReturnType<typeof toMessage> | undefined;
  const readRoot = () => {
    read ??= toMessage(root, undefined, around);
    return read;
  };
  yield readRoot;
  const replies = root.replies.map((reply) => postSchema.safeParse(reply).data);
  for (const reply of replies.toSorted((one, other) => (one?.create_at ?? 0) - (other?.create_at ?? 0)))
    yield () => {
      if (!reply) return { skipped: "record_unreadable" };
      const first = readRoot();
      return toMessage(
        reply,
        { root, print: "message" in first ? messagePrint(first.message) : undefined },
        around,
      );
    };
}

interface Reading {
  found: ReadExport;
  survey: Survey;
  /** By the keys of their places. */
  conversations: ReadonlyMap<string, Conversation>;
  surroundingsOf: (conversation: Conversation, placeKey: string) => Surroundings;
}

const readings = createKeptReading(async (archive, signal) =>
  describe(archive, await readExport(archive, signal)),
);

async function describe(archive: Archive, found: ReadExport): Promise<Reading> {
  const pause = shareLoop();
  const survey = createMessageSurvey();
  survey.lines.push(...found.lines);
  const keys = addPeople(found, survey);
  const keyOf = (username: string) => keys.get(username) ?? unlistedKey(username);
  for (const { author, count } of found.authors.values())
    survey.countAuthor(
      "user" in author ? { key: keyOf(author.user), name: author.user, isBot: false } : author,
      count,
    );
  const isPublic = openTeams(found);
  const names = namesOfChannels(found);
  const conversations = new Map<string, Conversation>();
  const channels = new Map<string, string>();
  const units: FoundUnit[] = [];
  for (const one of found.conversations.values()) {
    await pause();
    // A chat that somebody opened and wrote nothing in, or a channel that only the lists of people name.
    if (one.recordCount === 0 && (one.between || !one.described)) continue;
    const place = placeOf(one, { keyOf, isPublic: isPublic(one.team), name: names(one) });
    survey.places.set(place.key, place);
    conversations.set(place.key, one);
    if (!one.between) channels.set(`${one.team} ${one.name}`, place.key);
    if (!one.between && !one.described)
      survey.lines.push({ kind: "place_without_entry", placeKey: place.key, detail: one.name });
    if (one.described?.isPublic && place.kind === "private")
      survey.lines.push({ kind: "team_closed", placeKey: place.key, detail: nameOfTeam(found, one.team) });
    units.push(...unitsOf(place.key, found.records.daysOf(one.id)));
  }
  const filePath = filesOf(archive);
  return {
    ...{ found, conversations, survey: survey.end(units) },
    surroundingsOf: (conversation, placeKey) => ({
      personOf: (username) => keys.get(username),
      channelOf: (name) => (conversation.between ? undefined : channels.get(`${conversation.team} ${name}`)),
      filePath,
      prefix: conversation.between ? chatKey(conversation, keyOf) : placeKey,
    }),
  };
}

/** Adds the people and bots of the export, and returns their keys by their names. */
function addPeople({ users, bots }: ReadExport, survey: MessageSurvey): Map<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const [username, displayName] of bots) {
    keys.set(username, `bot:${username}`);
    survey.addPerson({ key: `bot:${username}`, name: displayName, email: "", isBot: true });
  }
  for (const [username, user] of users) {
    if (keys.has(username)) continue;
    const email = user.email.toLowerCase();
    // The accounts of bots, in exports of older servers.
    const isBot = email === `${username}@localhost`;
    // Names are not the same people on two servers. Addresses are.
    const isKnownBy = !isBot && isAddress(email) && !taken.has(email);
    const key = isBot ? `bot:${username}` : isKnownBy ? email : unlistedKey(username);
    taken.add(email);
    keys.set(username, key);
    const isActive = user.delete_at <= 0;
    const name = [user.first_name, user.last_name].filter((part) => part.trim() !== "").join(" ");
    survey.addPerson(
      // Somebody who has left gets no rights by their address.
      { key, name: name || user.nickname || username, email: isKnownBy && isActive ? email : "", isBot },
      isBot ? undefined : isActive ? (isGuest(user) ? "person_guest" : undefined) : "person_deactivated",
    );
  }
  return keys;
}

/**
 * Returns whether the public channels of a team are for everybody: people join it by themselves, all are in it, or no
 * other team is named. Channels of other teams are only for the people in them, because everybody here reads a public
 * channel. A team whose line is missing is closed.
 */
function openTeams({ teams, active, conversations }: ReadExport): (team: string) => boolean {
  const channels = [...conversations.values()].filter(({ between }) => !between);
  const named = new Set([...teams.keys(), ...active.byTeam.keys(), ...channels.map(({ team }) => team)]);
  return (team) => {
    const isAll = named.size === 1 || active.byTeam.get(team) === active.count;
    return teams.has(team) && (isAll || teams.get(team)?.isOpen === true);
  };
}

/** Returns the names of channels. Where two teams have one of the same name, the team is in front of it. */
function namesOfChannels(found: ReadExport): (one: Conversation) => string {
  const nameOf = ({ described, name }: Conversation) => described?.displayName ?? name;
  const withName = new Map<string, Set<string>>();
  for (const one of found.conversations.values()) {
    if (one.between) continue;
    const folded = nameOf(one).toLowerCase();
    withName.set(folded, (withName.get(folded) ?? new Set()).add(one.team));
  }
  return (one) => {
    const name = nameOf(one);
    const isTwice = (withName.get(name.toLowerCase())?.size ?? 0) > 1;
    return isTwice ? `${nameOfTeam(found, one.team)}: ${name}` : name;
  };
}

const nameOfTeam = ({ teams }: ReadExport, team: string): string => teams.get(team)?.displayName ?? team;

const chatKey = ({ between = [] }: Conversation, keyOf: (username: string) => string): string =>
  `chat:${hashOf(...between.map(keyOf).sort())}`;

function placeOf(
  one: Conversation,
  of: { keyOf: (username: string) => string; isPublic: boolean; name: string },
): FoundPlace {
  const { between, described, recordCount } = one;
  const memberKeys = [...new Set((between ?? one.members).map(of.keyOf))];
  const creatorKey = one.owner === undefined ? null : of.keyOf(one.owner);
  // Names of channels are not the same channels on two servers. With the time of its first post, it is one. Keys are
  // shown to people who must not guess the names of private channels from them.
  const opaque = (kind: string, ...parts: string[]) => `${kind}:${hashOf(...parts, String(one.firstAt))}`;
  const texts = { topic: described?.topic ?? "", description: described?.purpose ?? "" };
  const common = { ...texts, recordCount, creatorKey, createdAt: null };
  if (between)
    return {
      ...{ ...common, key: opaque("direct", chatKey(one, of.keyOf)), isArchived: false },
      ...{ name: "Direct chat", memberKeys },
      kind: "direct",
    };
  const privateKey = opaque("private", one.team, one.name);
  if (!described) {
    const orphan = { ...orphanOf(privateKey, of.name), recordCount, memberKeys };
    for (const name of one.writers) addWriter(orphan, { key: of.keyOf(name), isBot: false });
    return orphan;
  }
  const isPublic = described.isPublic && of.isPublic;
  return {
    ...{ ...common, key: isPublic ? `${one.team}/${one.name}` : privateKey, name: of.name },
    ...{ memberKeys, isArchived: described.isArchived },
    kind: isPublic ? "public" : "private",
  };
}

/** Where the attachments of an export are. Paths that lead elsewhere, such as to the export itself, are none. */
function filesOf(archive: Archive): (path: string) => string | undefined {
  const { paths, root } = filesOfExport(archive);
  const taken = new Set(paths);
  return (path) => {
    const parts = path.normalize("NFC");
    if (!isPlainPath(parts)) return undefined;
    return [`${root}data/${parts}`, `${root}${parts}`].find(
      (one) => !taken.has(one) && archive.sizeOf(one) !== undefined,
    );
  };
}
