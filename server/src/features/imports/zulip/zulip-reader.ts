import { shareLoop } from "../../../platform/turns/share-loop.ts";
import { type Archive, isPlainPath } from "../archive/open-archive.ts";
import { openTar } from "../archive/open-tar.ts";
import type { FoundPlace, FoundUnit, SourceReader, SourceRecord, Survey } from "../archive/records.ts";
import { createKeptReading } from "../messages/kept-reading.ts";
import {
  addWriter,
  createMessageSurvey,
  hashOf,
  isAddress,
  type MessageSurvey,
  orphanOf,
  timeOf,
  unitsOf,
} from "../messages/message-survey.ts";
import type { Conversation } from "./conversations.ts";
import { isNoticeOf, type ReadExport, readExport, rootOf } from "./read-export.ts";
import type { WaitingMessage } from "./shapes.ts";
import { type Surroundings, toMessage } from "./to-message.ts";

const isTar = (path: string) => /\.(?:tar|tar\.gz|tgz)$/i.test(path);

/** Reads exports of organizations of Zulip: a tar file, a zip file, or a zip file with the tar file in it. */
export const zulipReader: SourceReader = {
  makes: "messages",
  files: [".tar.gz", ".tgz", ".tar"],

  async open(archive) {
    let inner = archive;
    const opened: Archive = {
      get paths() {
        return inner.paths;
      },
      get leftOut() {
        return inner.leftOut;
      },
      sizeOf: (path) => inner.sizeOf(path),
      read: (path) => inner.read(path),
      assertWhole: () => archive.assertWhole(),
      async close() {
        await readings.close(opened);
        await inner.close?.();
      },
    };
    // Unpacking takes long, and a turn that ends before leaves it to the next one.
    unpackings.set(opened, async (signal) => {
      const [path, ...others] = archive.paths.filter((one) => !one.includes("/") && isTar(one));
      if (path !== undefined && others.length === 0) inner = await openTar(archive, path, signal);
    });
    return opened;
  },

  survey: async (archive, signal) => (await readings.of(archive, signal)).survey,

  async *readUnit(archive, { placeKeys: [placeKey = ""], paths: days }): AsyncGenerator<() => SourceRecord> {
    const { found, conversations, around } = await readings.of(archive);
    const conversation = conversations.get(placeKey);
    if (!conversation) return;
    for (const day of days)
      for await (const bytes of found.records.read(conversation.id, day)) {
        yield () => {
          const raw: WaitingMessage = JSON.parse(bytes.toString("utf8"));
          const root = conversation.topics.get(raw.topic.toLowerCase()) ?? null;
          const isNotice = isNoticeOf(found.users.get(raw.sender));
          return { placeKey, ...toMessage(raw, { root, isNotice }, around) };
        };
      }
  },
};

interface Reading {
  found: ReadExport;
  survey: Survey;
  conversations: ReadonlyMap<string, Conversation>;
  around: Surroundings;
}

const unpackings = new WeakMap<Archive, (signal?: AbortSignal) => Promise<void>>();

const readings = createKeptReading(async (archive, signal) => {
  await unpackings.get(archive)?.(signal);
  unpackings.delete(archive);
  return describe(archive, await readExport(archive, signal));
});

async function describe(archive: Archive, found: ReadExport): Promise<Reading> {
  const pause = shareLoop();
  const survey = createMessageSurvey();
  survey.lines.push(...found.lines);
  // IDs are small numbers, which every organization has.
  const realm = hashOf(found.secret).slice(0, 12);
  const { keys, named } = addPeople(found, survey, realm);
  const personOf = (id: number) => keys.get(id) ?? `${realm}/${id}`;
  for (const [id, count] of found.authors)
    survey.countAuthor({ key: personOf(id), name: `User ${id}`, isBot: false }, count);
  const conversations = new Map<string, Conversation>();
  const places = new Map<string, { key: string; isPublic: boolean }>();
  const units: FoundUnit[] = [];
  for (const one of found.conversations.values()) {
    await pause();
    const place = placeOf(found, one, personOf);
    survey.places.set(place.key, place);
    conversations.set(place.key, one);
    const stream = one.stream === undefined ? undefined : found.streams.get(one.stream);
    if (stream) places.set(stream.name.toLowerCase(), { key: place.key, isPublic: place.kind === "public" });
    else if (place.kind !== "direct")
      survey.lines.push({ kind: "place_without_entry", placeKey: place.key, detail: place.name });
    if (place.isOut)
      survey.lines.push({ kind: "history_protected", placeKey: place.key, detail: place.name });
    units.push(...unitsOf(place.key, found.records.daysOf(one.id)));
  }
  const root = rootOf(archive);
  const around: Surroundings = {
    personOf,
    personCalled: (name, id) =>
      id === undefined ? named.get(name) || undefined : found.users.has(id) ? personOf(id) : undefined,
    placeOf: (name) => places.get(name.toLowerCase()),
    messageKey: ({ id, at }) => `${realm}/m/${id}/${at}`,
    filePath(path) {
      const plain = path.normalize("NFC");
      const whole = `${root}uploads/${plain}`;
      return isPlainPath(plain) && archive.sizeOf(whole) !== undefined ? whole : undefined;
    },
  };
  return { found, survey: survey.end(units), conversations, around };
}

const guestRole = 600;

/** Adds the people and bots, and returns their keys by their IDs and by their names. Empty for a name that several have. */
function addPeople({ users }: ReadExport, survey: MessageSurvey, realm: string) {
  const [keys, named] = [new Map<number, string>(), new Map<string, string>()];
  const taken = new Set<string>();
  for (const { id, full_name, delivery_email, email, is_bot, is_active, role, is_guest } of users.values()) {
    const address = (delivery_email || email).toLowerCase();
    const name = full_name || address.split("@")[0] || `User ${id}`;
    // An ID is another person on another server. An address is not.
    const isKnownBy = !is_bot && isAddress(address) && !taken.has(address);
    taken.add(address);
    const key = isKnownBy ? address : `${realm}/${id}`;
    keys.set(id, key);
    named.set(name, named.has(name) ? "" : key);
    const isGuest = role === guestRole || is_guest;
    const note = is_active ? (isGuest ? "person_guest" : undefined) : "person_deactivated";
    survey.addPerson(
      // Somebody who has left gets no rights by their address.
      { key, name, email: isKnownBy && is_active ? address : "", isBot: is_bot },
      is_bot ? undefined : note,
    );
  }
  return { keys, named };
}

function placeOf(
  { streams, secret, users }: ReadExport,
  one: Conversation,
  personOf: (id: number) => string,
): FoundPlace {
  // Keys are shown to administrators, who must not guess from them which people have a chat.
  const stream = one.stream === undefined ? undefined : streams.get(one.stream);
  const isChat = one.stream === undefined && one.members.length > 0;
  // Another server can have the same ID for something else.
  const since = isChat ? "" : String(stream?.date_created || one.firstAt);
  const key = `zulip:${hashOf(secret, one.id, since)}`;
  const memberKeys = [...new Set(one.members.map(personOf))];
  const common = { key, memberKeys, recordCount: one.recordCount, topic: "", creatorKey: null };
  if (stream)
    return {
      ...{ ...common, name: stream.name, description: stream.description, isArchived: stream.deactivated },
      creatorKey: users.get(stream.creator ?? -1)?.is_active ? personOf(stream.creator ?? -1) : null,
      kind: stream.invite_only ? "private" : "public",
      createdAt: timeOf(stream.date_created * 1_000) ?? null,
      // Its members read only what was written after they joined. Here they would read everything.
      isOut: stream.invite_only && !stream.history_public_to_subscribers,
    };
  if (isChat)
    return {
      ...common,
      kind: "direct",
      name: "Direct chat",
      description: "",
      isArchived: false,
      createdAt: null,
    };
  const orphan = {
    ...orphanOf(key, `Channel ${one.stream ?? ""}`.trim()),
    recordCount: one.recordCount,
    memberKeys,
  };
  for (const id of one.writers)
    addWriter(orphan, { key: personOf(id), isBot: users.get(id)?.is_bot ?? false });
  return orphan;
}
