import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { decodeText } from "../../../lib/decode-text.ts";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { Spinner } from "../../../ui/progress/spinner.tsx";
import type { Attachment } from "../wire.ts";

export interface TextPreviewProps {
  url: string;
  attachment: Attachment;
  onError: () => void;
}

/** A long log would stop the page: the rest is for those who save it. */
const maxShownBytes = 256 * 1024;

/** The beginning of a text file, as it is written; nothing in it is run or followed. */
export function TextPreview({ url, attachment, onError }: TextPreviewProps) {
  const { data, error } = useQuery({
    queryKey: ["chat", "attachment-text", attachment.id, url],
    queryFn: ({ signal }) => readBeginning(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const fail = useEffectEvent(onError);
  useEffect(() => {
    if (error) fail();
  }, [error]);
  if (error) {
    return (
      <p role="alert" className="p-5 text-muted">
        This file cannot be shown.
      </p>
    );
  }
  if (data === undefined) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <Spinner size={28} label="Loading the file" />
      </div>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <pre className="whitespace-pre-wrap wrap-anywhere p-5 font-mono text-xs">{data}</pre>
      {attachment.sizeBytes > maxShownBytes && (
        <p className="border-t px-5 py-3 text-muted text-xs">
          {`Only the first ${formatBytes(maxShownBytes)} are shown. Download the file to read all of it.`}
        </p>
      )}
    </div>
  );
}

async function readBeginning(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, headers: { range: `bytes=0-${maxShownBytes - 1}` } });
  if (!response.ok) throw new Error(`The file was answered with ${response.status}`);
  return decodeText(new Uint8Array(await response.arrayBuffer()), { isBeginning: true }).text;
}
