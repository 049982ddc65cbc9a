import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { z } from "zod";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { readJsonItems } from "../archive/read-json-items.ts";
import type { FoundLine, FoundPlace, FoundUnit, SourceReader, SourceRecord } from "../archive/records.ts";
import { addWriter, createMessageSurvey, type MessageSurvey, orphanOf } from "../messages/message-survey.ts";
import { channelSchema, messageSchema, userSchema } from "./shapes.ts";
import { authorOf, type FilePaths, toMessage } from "./to-message.ts";

const lists = {
  "channels.json": "public",
  "groups.json": "private",
  "dms.json": "direct",
  "mpims.json": "direct",
} as const;
const day = /^(\d{4}-\d{2}-\d{2})\.json$/;

/** Reads exports of Slack, and those that slackdump writes. */
export const slackReader: SourceReader = {
  makes: "messages",
  files: [],
  async survey(archive, signal) {
    const root = rootOf(archive);
    const found = createMessageSurvey();
    for await (const user of itemsOf(archive, `${root}users.json`, userSchema, found.lines))
      found.addPerson({
        key: user.id,
        name: user.real_name || user.profile.real_name || user.profile.display_name || user.name || user.id,
        email: user.profile.email.toLowerCase(),
        isBot: user.is_bot || user.id === "USLACKBOT",
      });

    const { places } = found;
    const folders = new Map<string, string>();
    for (const [file, kind] of Object.entries(lists)) {
      for await (const channel of itemsOf(archive, `${root}${file}`, channelSchema, found.lines)) {
        const name = channel.name || channel.id;
        places.set(channel.id, {
          key: channel.id,
          kind: kindOf(channel, kind),
          name,
          topic: channel.topic.value,
          description: channel.purpose.value,
          isArchived: channel.is_archived,
          creatorKey: channel.creator || null,
          createdAt: channel.created > 0 ? new Date(channel.created * 1000) : null,
          memberKeys: [...new Set(channel.members)],
          recordCount: 0,
        });
        folders.set(channel.id, channel.id);
        if (channel.name && !folders.has(channel.name)) folders.set(channel.name, channel.id);
      }
    }
    if (places.size === 0) found.lines.push({ kind: "places_missing" });

    const days = await readDays(archive, root, { found, folders, signal });
    return found.end(unitsOf([...places.values()], days));
  },

  async *readUnit(archive, { placeKeys, paths }): AsyncGenerator<SourceRecord> {
    const filePath = filesOf(archive);
    for (const [index, path] of paths.entries()) {
      const placeKey = placeKeys[index] ?? placeKeys[0] ?? "";
      const content = await archive.read(path);
      if (!content) continue;
      try {
        for await (const item of readJsonItems(content)) {
          if ("problem" in item) {
            if (item.problem !== "file_unreadable")
              yield { placeKey, skipped: item.problem, detail: `${path}, ${item.detail}` };
            continue;
          }
          const raw = messageSchema.safeParse(item.value);
          if (raw.success) yield { placeKey, ...toMessage(placeKey, raw.data, filePath) };
          else yield { placeKey, skipped: "record_unreadable", detail: path };
        }
      } catch {
        archive.assertWhole();
        // A damaged entry: the survey has a line about it, and what came before the damage is kept.
      }
    }
  },
};

/** Some tools put all conversations in one list. What does not say that it is public is not. */
function kindOf(
  { id, is_private, is_group, is_im, is_mpim }: z.infer<typeof channelSchema>,
  list: FoundPlace["kind"],
): FoundPlace["kind"] {
  if (list !== "public") return list;
  if (is_im || is_mpim || id.startsWith("D")) return "direct";
  return is_private || is_group || (id.startsWith("G") && is_private !== false) ? "private" : "public";
}

interface Reading {
  found: MessageSurvey;
  /** Keys of places by the folders of their messages. */
  folders: ReadonlyMap<string, string>;
  signal: AbortSignal;
}

interface Day {
  placeKey: string;
  date: string;
  path: string;
}

/** Counts the messages of each place and person, and finds what the lists do not name. */
async function readDays(archive: Archive, root: string, reading: Reading): Promise<Day[]> {
  const { found, folders, signal } = reading;
  const { places, lines } = found;
  const days: Day[] = [];
  const pause = shareLoop();
  for (const path of [...archive.paths].sort()) {
    if (!path.startsWith(root)) continue;
    const [folder = "", name = "", ...deeper] = path.slice(root.length).split("/");
    const date = day.exec(name)?.[1];
    if (date === undefined || deeper.length > 0) continue;
    signal.throwIfAborted();
    const place = places.get(folders.get(folder) ?? "") ?? addOrphan(found, folder);
    days.push({ placeKey: place.key, date, path });
    const isOrphan = place.key.startsWith("folder:");
    for await (const item of entriesOf(archive, path)) {
      await pause();
      if ("problem" in item) {
        if (item.problem === "file_unreadable")
          lines.push({ kind: "file_unreadable", placeKey: place.key, detail: `${path}: ${item.detail}` });
        else place.recordCount += 1;
        continue;
      }
      place.recordCount += 1;
      const raw = messageSchema.safeParse(item.value);
      if (!raw.success) continue;
      const author = authorOf(raw.data);
      found.countAuthor(author);
      if (isOrphan) addWriter(place, author);
    }
  }
  return days;
}

/** A folder with messages that no list names. */
function addOrphan({ places, lines }: MessageSurvey, folder: string): FoundPlace {
  // Keys are shown to people who may not read the names of private channels.
  const key = `folder:${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  const known = places.get(key);
  if (known) return known;
  const place = orphanOf(key, folder);
  places.set(key, place);
  lines.push({ kind: "place_without_entry", placeKey: key, detail: folder });
  return place;
}

/** The days of each place. Group chats of the same people are one chat, so their days come together. */
function unitsOf(places: readonly FoundPlace[], days: readonly Day[]): FoundUnit[] {
  const byPlace = Map.groupBy(days, ({ placeKey }) => placeKey);
  const groups = Map.groupBy(places, ({ key, kind, memberKeys }) =>
    kind === "direct" && memberKeys.length > 0 ? memberKeys.toSorted().join(" ") : key,
  );
  return [...groups.values()].flatMap((group) => {
    const all = group.flatMap(({ key }) => byPlace.get(key) ?? []);
    const byDate = Map.groupBy(all, ({ date }) => date);
    const units = [...byDate.keys()].sort().map((date) => {
      const parts = byDate.get(date) ?? [];
      return { placeKeys: parts.map(({ placeKey }) => placeKey), paths: parts.map(({ path }) => path) };
    });
    return [...units, { placeKeys: group.map(({ key }) => key), paths: [] }];
  });
}

/** An export that was packed again may be in a folder. */
function rootOf(archive: Archive): string {
  const marks = archive.paths.filter((path) => path.endsWith("channels.json") || path.endsWith("users.json"));
  const roots = marks.map((path) => path.slice(0, path.lastIndexOf("/") + 1));
  const root = roots.sort((one, other) => one.length - other.length)[0];
  if (root === undefined)
    throw new UnreadableArchive("This is not an export of Slack: it has no channels.json or users.json.");
  return root;
}

const fileIndexes = new WeakMap<Archive, Map<string, string>>();

/** Where slackdump and other tools put the files of messages: in a folder of the file's ID, or with it in their name. */
function filesOf(archive: Archive): FilePaths {
  let index = fileIndexes.get(archive);
  if (!index) {
    index = new Map();
    for (const path of archive.paths) {
      const folder = posix.basename(posix.dirname(path));
      const named = /^(F[A-Z0-9]{6,})-/.exec(posix.basename(path))?.[1];
      if (/^F[A-Z0-9]{6,}$/.test(folder)) index.set(folder, path);
      else if (named && folder === "attachments") index.set(named, path);
    }
    fileIndexes.set(archive, index);
  }
  const known = index;
  return (fileId) => known.get(fileId);
}

async function* entriesOf(archive: Archive, path: string) {
  try {
    const content = await archive.read(path);
    if (content) yield* readJsonItems(content);
  } catch {
    archive.assertWhole();
    yield { problem: "file_unreadable" as const, detail: "it is damaged" };
  }
}

async function* itemsOf<T>(
  archive: Archive,
  path: string,
  schema: z.ZodType<T>,
  lines: FoundLine[],
): AsyncGenerator<T> {
  for await (const item of entriesOf(archive, path)) {
    if ("problem" in item) lines.push({ kind: item.problem, detail: `${path}: ${item.detail}` });
    else {
      const parsed = schema.safeParse(item.value);
      if (parsed.success) yield parsed.data;
      else lines.push({ kind: "record_unreadable", detail: path });
    }
  }
}
