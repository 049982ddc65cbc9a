import type { ThingExport } from "@atoll/contract/personal-data/schemas";
import { Download } from "lucide-react";
import { buttonClass } from "../../ui/button/button-class.ts";
import { useAttachmentLink } from "../files/links/attachment-links.ts";
import { DownloadLink } from "../files/links/download-link.tsx";

/** Downloads the file of a finished export. */
export function ExportFileLink({ file }: { file: NonNullable<ThingExport["file"]> }) {
  const { link } = useAttachmentLink(file.id);
  if (!link) return null;
  return (
    <DownloadLink attachment={file} className={buttonClass({ size: "sm" })} link={link}>
      <Download aria-hidden className="size-3.5" />
      Download
    </DownloadLink>
  );
}
