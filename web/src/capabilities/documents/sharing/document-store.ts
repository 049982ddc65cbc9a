import type { Subject } from "@atoll/contract/comments/schemas";
import type { DocumentState } from "@atoll/contract/documents/schemas";
import type { DBSchema, IDBPDatabase } from "idb";
import { openOwnDatabase, quietly } from "../../offline/own-database.ts";
import type { KeptText } from "./document-status.ts";

/** A draft as this browser last had it from the server. */
export interface StoredBase {
  epoch: string;
  schemaVersion: number;
  sequence: number;
  mayEdit: boolean;
  savedAt: string;
  state: Uint8Array;
}

/** A change of the viewer that the server has not confirmed. */
export interface UnsentUpdate {
  id: string;
  epoch: string;
  /** The client ID of the page that created it. */
  clientId: number;
  update: Uint8Array;
}

interface Schema extends DBSchema {
  bases: { key: string; value: StoredBase };
  unsent: { key: string; value: UnsentUpdate };
  texts: { key: string; value: KeptText };
}

/** The browser's stored copy of one draft, for the signed-in person. Signing out deletes it. */
export interface DocumentStore {
  readBase(): Promise<StoredBase | undefined>;
  writeBase(base: StoredBase): Promise<void>;
  deleteBase(): Promise<void>;
  readUnsent(): Promise<UnsentUpdate[]>;
  /** Resolves to whether it is stored. */
  addUnsent(update: UnsentUpdate): Promise<boolean>;
  deleteUnsent(ids: readonly string[]): Promise<void>;
  readTexts(): Promise<KeptText[]>;
  addText(text: KeptText): Promise<void>;
  deleteText(id: string): Promise<void>;
}

const databases = new Map<string, Promise<IDBPDatabase<Schema> | undefined>>();

/** Several pages share it: each writes what it did not send yet under keys of its own. */
export function openDocumentStore(userId: string, subject: Subject): DocumentStore {
  const prefix = `${subject.kind}/${subject.id}`;
  const inDraft = () => IDBKeyRange.bound(`${prefix}/`, `${prefix}/\uffff`);
  async function use<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
    const database = await databaseOf(userId);
    return database && quietly(() => inTime(work(database)));
  }
  return {
    readBase: () => use((database) => database.get("bases", prefix)),
    writeBase: async (base) => void (await use((database) => database.put("bases", base, prefix))),
    deleteBase: async () => void (await use((database) => database.delete("bases", prefix))),
    readUnsent: async () => (await use((database) => database.getAll("unsent", inDraft()))) ?? [],
    addUnsent: async (update) =>
      (await use((database) => database.put("unsent", update, `${prefix}/${update.id}`))) !== undefined,
    async deleteUnsent(ids) {
      await use(async (database) => {
        const transaction = database.transaction("unsent", "readwrite");
        for (const id of ids) void transaction.store.delete(`${prefix}/${id}`);
        await transaction.done;
      });
    },
    readTexts: async () => (await use((database) => database.getAll("texts", inDraft()))) ?? [],
    addText: async (text) =>
      void (await use((database) => database.put("texts", text, `${prefix}/${text.id}`))),
    deleteText: async (id) => void (await use((database) => database.delete("texts", `${prefix}/${id}`))),
  };
}

const answerMs = 3000;

/** Rejects if the database does not answer: in WebKit, a write of the page before can block it for good. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database of this browser does not answer")), answerMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function databaseOf(userId: string): Promise<IDBPDatabase<Schema> | undefined> {
  const known = databases.get(userId);
  if (known) return known;
  const opening = quietly(() =>
    openOwnDatabase<Schema>("atoll.documents.", userId, (created) => {
      created.createObjectStore("bases");
      created.createObjectStore("unsent");
      created.createObjectStore("texts");
    }),
  );
  databases.set(userId, opening);
  void opening.then((database) => {
    // Deleted by signing out, in whatever tab: the next person opens their own.
    if (!database) return void databases.delete(userId);
    database.addEventListener("close", () => databases.delete(userId));
  });
  return opening;
}

/** Returns the stored fields of a draft apart from its text. */
export function headOf(state: DocumentState): Omit<StoredBase, "state"> {
  const { epoch, schemaVersion, sequence, mayEdit, savedAt } = state;
  return { epoch, schemaVersion, sequence, mayEdit, savedAt };
}
