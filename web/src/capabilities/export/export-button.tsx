import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useHasRoomBeside } from "../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../lib/request/api-error.ts";
import { downloadText } from "../../lib/request/download.ts";
import { dayOf } from "../../lib/time/wall-clock.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { notify } from "../../ui/toast/toast.tsx";

/** A part of a file. The first one begins with the names of the columns. */
export interface CsvPart {
  csv: string;
  count: number;
  nextCursor: string | null;
}

export interface ExportButtonProps {
  /** The plural of the things, which is also the beginning of the file's name. */
  things: string;
  /** The number of rows after which the file ends. */
  maxRows: number;
  fetchPart: (cursor: string | undefined) => Promise<CsvPart>;
  disabled?: boolean;
}

/** Saves a whole list as CSV, in its order, including the rows that are not loaded. */
export function ExportButton({ things, maxRows, fetchPart, disabled = false }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () => fetchFile(fetchPart, maxRows),
    onSuccess({ csv, isAll }) {
      downloadText(`${things}-${dayOf(new Date())}.csv`, csv, "text/csv;charset=utf-8");
      if (!isAll) notify.info(`The file holds the first ${maxRows} ${things}. Narrow the list for others.`);
    },
    onError: (error) => notify.error(errorMessage(error, `Failed to export the ${things}`)),
  });
  // Next to filters the label would be alone on a second line.
  const isNarrow = !useHasRoomBeside();
  const common = { disabled, icon: Download, onClick: () => mutate() };
  if (isNarrow) return <IconButton {...common} label="Export CSV" />;
  return (
    <Button {...common} loading={isPending} size="sm" variant="ghost">
      Export CSV
    </Button>
  );
}

/** Fetches part after part. Each is a request of its own, so that none takes the server long. */
async function fetchFile(fetchPart: ExportButtonProps["fetchPart"], maxRows: number) {
  const parts: string[] = [];
  let count = 0;
  let cursor: string | null = null;
  do {
    const part: CsvPart = await fetchPart(cursor ?? undefined);
    parts.push(part.csv);
    count += part.count;
    cursor = part.nextCursor;
  } while (cursor !== null && count < maxRows);
  return { csv: parts.join(""), isAll: cursor === null };
}
