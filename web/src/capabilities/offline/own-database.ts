import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";

/**
 * Opens a database of one person, and throws away what others have left under the same prefix. It closes itself when
 * anybody deletes it, as signing out does in whatever tab, and then stays closed.
 * @throws what the browser says where it keeps nothing: forbidden, in private windows, on a broken disk.
 */
export async function openOwnDatabase<Schema extends DBSchema>(
  prefix: string,
  userId: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>["upgrade"]>,
): Promise<IDBPDatabase<Schema>> {
  const name = prefix + userId;
  await dropOthers(prefix, name);
  return openDB<Schema>(name, 1, {
    upgrade,
    blocking: (_current, _next, { target }) => {
      if (target instanceof IDBDatabase) target.close();
    },
  });
}

/**
 * Runs the work and ignores failures: the storage may be full, closed by signing out, or broken, none of which is worth
 * disturbing the person for.
 */
export async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    console.debug("This browser could not keep or read something", error);
    return undefined;
  }
}

async function dropOthers(prefix: string, own: string): Promise<void> {
  if (!("databases" in indexedDB)) return;
  for (const { name } of await indexedDB.databases())
    if (name?.startsWith(prefix) && name !== own) indexedDB.deleteDatabase(name);
}
