import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { ErrorBody } from "@atoll/contract/errors/error-body";
import { fileRoutes } from "@atoll/contract/files/routes";
import type { Attachment } from "@atoll/contract/files/schemas";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { createChannel, createPerson, createRole } from "./factories.ts";
import { type SignedIn, startTestServer, type TestServerOptions } from "./harness.ts";

export const note = { name: "note.txt", content: "Good morning" };
/** Not to be found twice by chance. */
export const uniqueText = () => `Words of ${uuidv7()}`;

/** Two members of a channel, somebody outside of it, and somebody without team chat. Close the server at the end. */
export async function startFileWorld(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  const first = await createPerson(server.db, { name: "Ana" });
  const second = await createPerson(server.db, { name: "Ben" });
  const { id: channelId } = await createChannel(server.db, { members: [first, second] });
  const [ana, ben] = [await server.signIn(first), await server.signIn(second)];
  const outsider = await server.signIn(await createPerson(server.db, { name: "Otis" }));
  await createRole(server.db, { name: "reader" });
  const noChat = await server.signIn(await createPerson(server.db, { name: "Nora", roles: ["reader"] }));

  function read(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(new URL(url, server.url), { headers });
  }
  return {
    server,
    ana,
    ben,
    outsider,
    noChat,
    channelId,
    read,
    async textOf(who: SignedIn, id: string): Promise<string> {
      return (await read((await linkOf(who, id)).url)).text();
    },
    post(who: SignedIn, files: Attachment[]) {
      return who.client.call(chatRoutes.postMessage, {
        params: { channelId },
        body: { id: uuidv7(), content: "", attachmentIds: files.map(({ id }) => id) },
      });
    },
    /** Every row and every file there is. */
    async everything() {
      const rows = await server.db.selectFrom("files").select("id").orderBy("id").execute();
      const files = await readdir(server.filesFolder, { recursive: true, withFileTypes: true });
      return {
        rows,
        files: files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
      };
    },
  };
}

export async function linksOf(who: SignedIn, ...ids: string[]) {
  return (await who.client.call(fileRoutes.createAttachmentLinks, { body: { ids } })).links;
}

export async function linkOf(who: SignedIn, id: string) {
  const [link] = await linksOf(who, id);
  if (!link) throw new Error("no link");
  return link;
}

export async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as ErrorBody).error.code;
}

export async function pngOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width, height, channels: 3 as const, background: "#2a6fb0" };
  return new Uint8Array(await sharp({ create }).png().toBuffer());
}

/** The beginning of a PNG, which is all that its size is read from. */
export function pngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.from(
    "89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000000001494441540000000000",
    "hex",
  );
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return new Uint8Array(header);
}
