import { gzipSync } from "node:zlib";

type Row = Record<string, unknown>;

/** A file, link or folder of a tar file. */
export interface TarEntry {
  path: string;
  content?: string | Buffer;
  /** "0" for a file, "2" for a link, "5" for a folder. */
  type?: string;
  /** The size that the header says, if it is another one. */
  size?: number;
}

/** Writes a tar file. Long paths are in a header of their own, as GNU tar writes them. */
export function writeTar(entries: readonly TarEntry[]): Buffer {
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
  const header = (path: string, size: number, type: string) => {
    const block = Buffer.alloc(512);
    block.write(path.slice(0, 100), 0);
    block.write("0000644\0", 100);
    block.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
    block.write("00000000000\0", 136);
    block.fill(" ", 148, 156);
    block.write(type, 156);
    block.write("ustar  \0", 257);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return block;
  };
  const parts = entries.flatMap(({ path, content = "", type = "0", size }) => {
    const bytes = Buffer.from(content);
    const long = Buffer.from(`${path}\0`);
    return [
      ...(long.length > 100 ? [header("././@LongLink", long.length, "L"), padded(long)] : []),
      ...[header(path, size ?? bytes.length, type), padded(bytes)],
    ];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** Seconds since 1970 of so many seconds after the first of May 2024. */
const momentAt = (seconds: number): number => 1_714_550_400 + seconds + 0.25;

/** A small organization of Zulip, as its export has it. */
export function zulipExport(made: number, realmId = 2) {
  const realm: Record<string, Row[]> = {
    zerver_realm: [{ id: realmId, string_id: "", name: "Org", date_created: made }],
    ...{
      zerver_userprofile: [],
      zerver_userprofile_mirrordummy: [],
      zerver_stream: [],
      zerver_recipient: [],
    },
    ...{ zerver_subscription: [], zerver_huddle: [], zerver_reaction: [] },
    zerver_userprofile_crossrealm: [{ id: 1, email: "notification-bot@zulip.com", recipient_id: 1 }],
  };
  const messages: Row[] = [];
  const attachments: Row[] = [];
  const files: TarEntry[] = [];
  let number = 100;
  const add = (table: string, row: Row) => realm[table]?.push(row);
  const recipient = (type: number, typeId: number): number => {
    const known = realm.zerver_recipient?.find((row) => row.type === type && row.type_id === typeId);
    if (known) return known.id as number;
    number += 1;
    add("zerver_recipient", { id: number, type, type_id: typeId });
    return number;
  };
  const subscribe = (id: number, people: readonly number[], active = true) => {
    for (const person of people) add("zerver_subscription", { user_profile: person, recipient: id, active });
  };
  const send = (to: number, id: number, sender: number, content: string, more: Row) => {
    const row = { id, sender, recipient: to, subject: "", content, rendered_content: "<p></p>" };
    messages.push({ ...row, date_sent: momentAt(id), last_edit_time: null, ...more });
  };
  return {
    user: (id: number, name: string, email: string, more: Row = {}) =>
      add("zerver_userprofile", {
        ...{ id, full_name: name, email: `user${id}@zulip.test`, delivery_email: email, is_active: true },
        ...{ is_bot: false, role: 400, ...more },
      }),
    stream: (id: number, name: string, people: readonly number[], more: Row = {}) => {
      const row = { id, name, description: "", invite_only: false, deactivated: false };
      add("zerver_stream", { ...row, history_public_to_subscribers: true, date_created: made, ...more });
      subscribe(recipient(2, id), people);
    },
    unsubscribed: (id: number, people: readonly number[]) => subscribe(recipient(2, id), people, false),
    group: (id: number, people: readonly number[]) => {
      add("zerver_huddle", { id });
      subscribe(recipient(3, id), people);
    },
    /** Messages have the time of their IDs, in seconds. */
    toStream: (stream: number, topic: string, id: number, sender: number, content: string, more: Row = {}) =>
      send(recipient(2, stream), id, sender, content, { subject: topic, ...more }),
    toPerson: (person: number, id: number, sender: number, content: string) =>
      send(recipient(1, person), id, sender, content, {}),
    toGroup: (group: number, id: number, sender: number, content: string) =>
      send(recipient(3, group), id, sender, content, {}),
    react: (message: number, user: number, more: Row) =>
      add("zerver_reaction", { id: realm.zerver_reaction?.length, message, user_profile: user, ...more }),
    upload: (path: string, name: string, inMessages: readonly number[], content?: string) => {
      attachments.push({ id: attachments.length, file_name: name, path_id: path, messages: inMessages });
      if (content !== undefined) files.push({ path: `export/uploads/${path}`, content });
    },
    entry: (entry: TarEntry) => void files.push(entry),
    tarGz(): Buffer {
      const half = Math.ceil(messages.length / 2);
      const json = (name: string, value: unknown): TarEntry => ({
        path: `export/${name}`,
        content: JSON.stringify(value, undefined, 2),
      });
      return gzipSync(
        writeTar([
          { path: "export/", type: "5" },
          json("realm.json", realm),
          json("messages-000001.json", { zerver_message: messages.slice(0, half), zerver_usermessage: [] }),
          json("messages-000002.json", { zerver_message: messages.slice(half), zerver_usermessage: [] }),
          json("attachment.json", { zerver_attachment: attachments }),
          ...files,
        ]),
      );
    },
  };
}
