import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "../src/platform/database/migrate.ts";

/** Brings a database to where it stood before a migration, by those below its number. */
export async function migrateBefore(databaseUrl: string, number: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "atoll-old-migrations-"));
  const own = fileURLToPath(new URL("../migrations", import.meta.url));
  try {
    for (const name of await readdir(own)) {
      if (Number(name.slice(0, 3)) < number) await cp(join(own, name), join(folder, name));
    }
    await migrate(databaseUrl, { folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}
