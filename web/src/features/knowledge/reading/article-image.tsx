import { ImageOff } from "lucide-react";
import { useAttachmentLink } from "../../../capabilities/files/links/attachment-links.ts";

/** An image of a page. Only files of this workspace are shown: an image from elsewhere would report who reads. */
export function ArticleImage({ fileId, alt }: { fileId: string; alt: string }) {
  const { link, error, renewals, renew } = useAttachmentLink(fileId);
  if (link === null || (error && !link))
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
      {link && (
        <img
          key={renewals}
          src={link.url}
          alt={alt}
          loading="lazy"
          className="max-h-[70vh] max-w-full rounded-md border"
          onError={renew}
        />
      )}
    </figure>
  );
}
