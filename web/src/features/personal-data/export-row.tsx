import type { FullExport, PersonExport } from "@atoll/contract/personal-data/schemas";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { PackageOpen, Trash2, X } from "lucide-react";
import { ExportFileLink } from "../../capabilities/export/export-file-link.tsx";
import { errorMessage } from "../../lib/server/api-client.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { SettingRow } from "../../ui/layout/setting-card.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { deletePersonExport, isUnfinished } from "./api.ts";

interface ExportRowProps {
  made: Pick<FullExport, "id" | "state" | "file">;
  title: string;
  /** The exported thing, within a sentence. */
  name: string;
  /** How far it is. */
  text: string;
  /** The list that the export is in. */
  queryKey: QueryKey;
}

/** An export with its file, to download, cancel or delete. */
export function ExportRow({ made, title, name, text, queryKey }: ExportRowProps) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deletePersonExport(made.id),
    onError: (error) => notify.error(errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const verb = isUnfinished(made) ? "Cancel" : "Delete";
  return (
    <SettingRow
      as="li"
      end={
        <div className="flex items-center gap-2">
          {made.file && <ExportFileLink file={made.file} />}
          <IconButton
            icon={isUnfinished(made) ? X : Trash2}
            label={`${verb} the export of ${name}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
            size="sm"
          />
        </div>
      }
      icon={PackageOpen}
      text={<span aria-live="polite">{text}</span>}
      title={title}
    />
  );
}

export const exportFailures: Record<NonNullable<PersonExport["failure"]>, string> = {
  too_large: "Failed: the files are larger than 50 GB. Ask an administrator of the server.",
  storage_full: "Failed: there is not enough storage. Try again later.",
  too_long: "Failed: it took too long. Try again later, or ask an administrator of the server.",
  broken: "Failed. Try again, or ask an administrator: the log of the server says why.",
};
