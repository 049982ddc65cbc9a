import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { messageFiles } from "../src/features/chat/message-files.ts";
import { uploadFile } from "../src/features/files/upload-file.ts";
import type { FileStorage } from "../src/platform/files/file-storage.ts";
import type { Database } from "../src/tables.ts";
import { idOf } from "./message-rows.ts";
import type { DemoCompany } from "./types.ts";

const folder = new URL("./files/", import.meta.url);

/**
 * Puts the files of the talk, which were drawn for it, under their messages, in the way in which every file comes in.
 * The messages have to be there.
 */
export async function seedFiles(
  deps: { db: Database; files: FileStorage },
  { messages, people: employees }: DemoCompany,
): Promise<void> {
  const people = new Map(employees.map((person) => [person.key, person]));
  for (const { id, authorKey, deletedAt, sentAt, files } of messages) {
    if (deletedAt) continue;
    for (const [index, name] of files.entries()) {
      const content = createReadStream(fileURLToPath(new URL(name, folder)));
      const received = { name, content };
      const owner = { ownerId: idOf(people, authorKey), kind: messageFiles };
      const row = await uploadFile(deps, owner, received, {
        maxBytes: Number.POSITIVE_INFINITY,
        maxBytesPerPerson: Number.POSITIVE_INFINITY,
      });
      await deps.db
        .updateTable("files")
        .set({ subject_id: id, position: index + 1, created_at: sentAt })
        .where("id", "=", row.id)
        .execute();
    }
  }
}
