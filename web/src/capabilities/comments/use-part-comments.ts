import type { CommentPart, Subject } from "@atoll/contract/comments/schemas";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { commentStoreOf } from "./comment-store.ts";

/** Comments on parts of a thing: how many of the loaded ones each part has, and the part that the next one is about. */
export interface PartComments {
  mayComment: boolean;
  /** By anchor. */
  counts: ReadonlyMap<string, number>;
  about: CommentPart | undefined;
  setAbout: (part: CommentPart | undefined) => void;
}

/** For a page that also shows `Comments`, which loads them. */
export function usePartComments({ kind, id }: Subject): PartComments {
  const store = commentStoreOf(useSignedIn());
  const { data } = useQuery(store.of({ kind, id }).live.query);
  const [about, setAbout] = useState<CommentPart>();
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { about: part } of data?.items ?? [])
      if (part) found.set(part.anchor, (found.get(part.anchor) ?? 0) + 1);
    return found;
  }, [data]);
  return { mayComment: data?.rights.mayComment ?? false, counts, about, setAbout };
}
