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
  /** The line that is marked and scrolled to, from 1. */
  line?: number | null | undefined;
}

/** A long log would stop the page: the rest is for those who save it. */
const maxShownBytes = 256 * 1024;

/** The beginning of a text file, as it is written; nothing in it is run or followed. */
export function TextPreview({ url, attachment, onError, line }: TextPreviewProps) {
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
      <pre className="whitespace-pre-wrap wrap-anywhere p-5 font-mono text-xs">
        <MarkedLine text={data} line={line} />
      </pre>
      {attachment.sizeBytes > maxShownBytes && (
        <p className="border-t px-5 py-3 text-muted text-xs">
          {`Only the first ${formatBytes(maxShownBytes)} are shown. Download the file to read all of it.`}
        </p>
      )}
    </div>
  );
}

/** A text with one of its lines marked and scrolled to. */
function MarkedLine({ text, line }: { text: string; line: number | null | undefined }) {
  const [from, to] = line ? rangeOfLine(text, line) : [0, 0];
  if (from === to) return text;
  return (
    <>
      {text.slice(0, from)}
      <mark ref={scrollTo} className="rounded-[2px] bg-highlight text-highlight-contrast">
        {text.slice(from, to)}
      </mark>
      {text.slice(to)}
    </>
  );
}

const scrollTo = (mark: HTMLElement | null) => mark?.scrollIntoView({ block: "center" });

/** Returns where a line starts and ends; the same position twice for a line that the text does not have. */
function rangeOfLine(text: string, line: number): [number, number] {
  let from = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf("\n", from);
    if (end < 0) return [0, 0];
    from = end + 1;
  }
  const end = text.indexOf("\n", from);
  return [from, end < 0 ? text.length : end];
}

async function readBeginning(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, headers: { range: `bytes=0-${maxShownBytes - 1}` } });
  if (!response.ok) throw new Error(`The file was answered with ${response.status}`);
  return decodeText(new Uint8Array(await response.arrayBuffer()), { isBeginning: true }).text;
}
