import type { Reference } from "@atoll/contract/documents/schemas";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { findNames } from "../sharing/wire.ts";

/** The name and link of a referenced thing. */
export interface KnownReference {
  name: string;
  link: string;
}

/** Looks up what things are called, for the reader: the text holds ids only. */
export interface ReferenceNames {
  /** The name, if it is known already; null for what the reader cannot see. */
  read(reference: Reference): string | null | undefined;
  /** It was found elsewhere, as by a search. */
  learn(reference: Reference, known: KnownReference): void;
  /** Calls back once it is known. Returns the way to stop. */
  watch(reference: Reference, onName: (name: string | null) => void): () => void;
}

/** The references that a document shows at once are asked for together. */
const gatherMs = 20;
const maxAtOnce = 100;

const keyOf = ({ kind, id }: Reference): string => `${kind}:${id}`;

/** The key of all names in the query cache. */
export const referencesKey = ["references"] as const;

/** Queries the name and link of a thing. Null if the reader cannot see it. */
export function referenceQuery(reference: Reference) {
  return queryOptions({
    queryKey: [...referencesKey, keyOf(reference)],
    queryFn: () => ask(reference),
    staleTime: 5 * 60_000,
  });
}

/** Names by the query cache, so that each is asked for once. */
export function createReferenceNames(queryClient: QueryClient): ReferenceNames {
  return {
    read: (reference) => nameOf(queryClient.getQueryData(referenceQuery(reference).queryKey)),
    learn: (reference, known) => void queryClient.setQueryData(referenceQuery(reference).queryKey, known),
    watch(reference, onName) {
      let isStopped = false;
      queryClient.fetchQuery(referenceQuery(reference)).then(
        (known) => {
          if (!isStopped) onName(known?.name ?? null);
        },
        // Without a connection the word for its kind stays.
        () => undefined,
      );
      return () => {
        isStopped = true;
      };
    },
  };
}

function nameOf(known: KnownReference | null | undefined): string | null | undefined {
  return known === null ? null : known?.name;
}

interface Ask {
  reference: Reference;
  resolve: (known: KnownReference | null) => void;
  reject: (error: unknown) => void;
}

let waiting: Ask[] = [];

function ask(reference: Reference): Promise<KnownReference | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(sendAll, gatherMs);
    waiting.push({ reference, resolve, reject });
  });
}

function sendAll(): void {
  const all = waiting;
  waiting = [];
  for (let at = 0; at < all.length; at += maxAtOnce) void send(all.slice(at, at + maxAtOnce));
}

async function send(asked: readonly Ask[]): Promise<void> {
  try {
    const { names } = await findNames(asked.map(({ reference }) => reference));
    const found = new Map(names.map((one) => [keyOf(one), one]));
    for (const { reference, resolve } of asked) resolve(found.get(keyOf(reference)) ?? null);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
