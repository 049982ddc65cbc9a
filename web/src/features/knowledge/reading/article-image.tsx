import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useAttachmentLink } from "../../../capabilities/files/links/attachment-links.ts";
import { useKeptImage } from "./use-kept-image.ts";

/**
 * An image of a page; the copy that this browser kept of it where there is no connection. Only files of this workspace
 * are shown: an image from elsewhere would report who reads.
 */
export function ArticleImage({ fileId, alt }: { fileId: string; alt: string }) {
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
          className="max-h-[70vh] max-w-full rounded-md border"
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
