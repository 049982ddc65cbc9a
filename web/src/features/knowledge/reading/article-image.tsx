import type { ImageWidth } from "@atoll/contract/documents/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useAttachmentLink } from "../../../capabilities/files/links/attachment-links.ts";
import { seenOf } from "../../../capabilities/offline/seen/seen.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { keys } from "../data/keys.ts";

interface ArticleImageProps {
  fileId: string;
  alt: string;
  /** Null for as wide as it is, or as the page is. */
  width: ImageWidth | null;
}

/** No wider than a phone in any case. */
const widths: Readonly<Record<ImageWidth, string>> = { small: "w-[220px]", medium: "w-[420px]" };

/**
 * An image of a page; the copy that this browser kept of it where there is no connection. Only files of this workspace
 * are shown: an image from elsewhere would report who reads.
 */
export function ArticleImage({ fileId, alt, width }: ArticleImageProps) {
  const { link, error, renewals, renew } = useAttachmentLink(fileId);
  const [shownUrl, setShownUrl] = useState<string>();
  const [failedUrl, setFailedUrl] = useState<string>();
  const kept = useKeptImage(fileId, shownUrl, link === null);
  const url = link && link.url !== failedUrl ? link.url : kept;
  if (link === null || (error && !url))
    return (
      <p className="flex min-h-11 items-center gap-3 rounded-md border px-3.5 py-2 text-muted">
        <ImageOff aria-hidden="true" className="size-4 flex-none" />
        {link === null
          ? "This image does not exist, or you cannot see it."
          : "The image could not be loaded."}
      </p>
    );
  return (
    <figure className="min-h-11">
      {(url ?? link) && (
        <img
          key={renewals}
          src={url ?? link?.url}
          alt={alt}
          loading="lazy"
          className={cx("max-w-full rounded-md border", width ? widths[width] : "max-h-[70vh]")}
          onLoad={() => link && url === link.url && setShownUrl(link.url)}
          onError={() => {
            setFailedUrl(link?.url);
            renew();
          }}
        />
      )}
    </figure>
  );
}

/**
 * Keeps a copy of an image that was shown, for when there is no connection, and returns it as a data URL.
 * @param shownUrl the address that it was shown from; undefined while it was not shown.
 * @param isRefused the server does not give it to the viewer any more: the copy is deleted.
 */
function useKeptImage(fileId: string, shownUrl: string | undefined, isRefused: boolean) {
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
