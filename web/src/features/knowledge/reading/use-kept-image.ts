import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { seenOf } from "../../../capabilities/offline/seen/seen.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { keys } from "../data/keys.ts";

/**
 * Keeps a copy of an image that was shown, for when there is no connection, and returns it as a data URL.
 * @param shownUrl the address that it was shown from; undefined while it was not shown.
 * @param isRefused the server does not give it to the viewer any more: the copy is deleted.
 */
export function useKeptImage(fileId: string, shownUrl: string | undefined, isRefused: boolean) {
  const signedIn = useSignedIn();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.image(fileId),
    queryFn: ({ signal }) => readImage(shownUrl ?? "", signal),
    enabled: shownUrl !== undefined && !isRefused,
    // The bytes of a file never change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (!isRefused) return;
    seenOf(signedIn).forget(keys.image(fileId));
    queryClient.removeQueries({ queryKey: keys.image(fileId) });
  }, [isRefused, signedIn, queryClient, fileId]);
  return isRefused ? null : data;
}

async function readImage(url: string, signal: AbortSignal): Promise<string | null> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`The image was answered by ${answer.status}`);
  const { shrinkImage } = await import("./shrink-image.ts");
  return shrinkImage(await answer.blob());
}
