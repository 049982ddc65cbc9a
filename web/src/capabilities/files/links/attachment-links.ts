import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type AttachmentLink, createLinks } from "../wire.ts";

/** A link in the cache; null for a file that is gone, or no longer the viewer's to read. */
interface KnownLink {
  link: AttachmentLink | null;
  goodForMs: number;
}

/** The asks of one frame go together. */
const gatherMs = 16;
const maxIdsAtOnce = 100;
/** A link is renewed a little before it ends, so that a picture that is just loading gets through. */
const shareUsed = 0.8;
/** A file that cannot be had with a fresh link is not asked for over and over. */
const renewSpacingMs = 60_000;

export interface LinkState {
  /** Undefined while it is asked for. */
  link: AttachmentLink | null | undefined;
  error: Error | null;
  /** The known link is about to expire or has expired, and a new one is being fetched. */
  isRenewing: boolean;
  /** Increases with each renewal, which may return the same link. An image that failed to load is then loaded again. */
  renewals: number;
  /** The link did not work: asks for another, unless that was done a moment ago. */
  renew: () => void;
}

/** A link to a file, shared by all who show it. */
export function useAttachmentLink(attachmentId: string): LinkState {
  const { data, error, refetch, isStale, isFetching } = useQuery(linkQuery(attachmentId));
  const [renewals, setRenewals] = useState(0);
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    link: data?.link,
    error,
    isRenewing: isStale && isFetching,
    renewals,
    renew() {
      if (performance.now() - renewedAt.current < renewSpacingMs) return;
      renewedAt.current = performance.now();
      void refetch().then(() => setRenewals((before) => before + 1));
    },
  };
}

/** A link that is good for a while: the one that is known, or another; null as in `LinkState`. */
export async function freshLink(
  queryClient: QueryClient,
  attachmentId: string,
): Promise<AttachmentLink | null> {
  return (await queryClient.fetchQuery(linkQuery(attachmentId))).link;
}

/** Returns whether a link that is known may be followed as it is. */
export function isLinkFresh(queryClient: QueryClient, attachmentId: string): boolean {
  const { queryKey } = linkQuery(attachmentId);
  const state = queryClient.getQueryState(queryKey);
  return state?.data !== undefined && Date.now() < state.dataUpdatedAt + state.data.goodForMs;
}

function linkQuery(attachmentId: string) {
  return queryOptions({
    queryKey: ["files", "link", attachmentId],
    queryFn: () => ask(attachmentId),
    staleTime: ({ state }) => state.data?.goodForMs ?? 0,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
}

interface Ask {
  resolve: (known: KnownLink) => void;
  reject: (error: unknown) => void;
}
const asked = new Map<string, Ask[]>();

function ask(attachmentId: string): Promise<KnownLink> {
  return new Promise((resolve, reject) => {
    // A timer and not a frame: a page that is hidden has no frames.
    if (asked.size === 0) setTimeout(fetchAsked, gatherMs);
    asked.set(attachmentId, [...(asked.get(attachmentId) ?? []), { resolve, reject }]);
  });
}

function fetchAsked(): void {
  const waiting = [...asked];
  asked.clear();
  for (let at = 0; at < waiting.length; at += maxIdsAtOnce)
    void fetchLinks(waiting.slice(at, at + maxIdsAtOnce));
}

async function fetchLinks(waiting: readonly [id: string, asks: readonly Ask[]][]): Promise<void> {
  try {
    const ids = waiting.map(([id]) => id);
    const { links, expiresInSeconds } = await createLinks(ids);
    const byId = new Map(links.map((link) => [link.id, link]));
    const goodForMs = expiresInSeconds * 1000 * shareUsed;
    for (const [id, asks] of waiting) {
      for (const { resolve } of asks) resolve({ link: byId.get(id) ?? null, goodForMs });
    }
  } catch (error) {
    for (const { reject } of waiting.flatMap(([, asks]) => asks)) reject(error);
  }
}

/** The same file, to be saved instead of shown. */
export function savingUrl({ url }: AttachmentLink): string {
  return `${url}&download=1`;
}
