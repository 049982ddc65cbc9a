import { errorTexts } from "@atoll/contract/errors/error-texts";
import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import { downloadUrl } from "../../../lib/request/download.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { Attachment, AttachmentLink } from "../wire.ts";
import { freshLink, isLinkFresh, savingUrl } from "./attachment-links.ts";

export interface DownloadLinkProps {
  attachment: Attachment;
  link: AttachmentLink;
  className: string;
  children: ReactNode;
}

/** Saves a file. A page that has been open for long has links that ended: another one is asked for on the way. */
export function DownloadLink({ attachment, link, className, children }: DownloadLinkProps) {
  const queryClient = useQueryClient();
  const { id, originalName } = attachment;

  function onClick(event: MouseEvent) {
    if (isLinkFresh(queryClient, id)) return;
    event.preventDefault();
    freshLink(queryClient, id).then(
      (fresh) => {
        if (fresh) downloadUrl(originalName, savingUrl(fresh));
        else notify.error(errorTexts.attachment_not_found);
      },
      (error: unknown) => notify.error(errorMessage(error)),
    );
  }
  return (
    <a
      href={savingUrl(link)}
      download={originalName}
      aria-label={`Download ${originalName}`}
      className={className}
      onClick={onClick}
    >
      {children}
    </a>
  );
}
