import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { exportPages } from "./export-pages.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { pagesWords } from "./import-words.ts";

/** Pages out of the knowledge base as files, and into it by those who write. */
export function TransferMenu({ canImport }: { canImport: boolean }) {
  const [isImporting, setImporting] = useState(false);
  const exporting = useExport();
  return (
    <>
      <Menu
        label="More"
        align="end"
        trigger={<IconButton icon={Ellipsis} label="More" />}
        items={[
          {
            label: "Export as Markdown",
            disabled: exporting.isPending,
            onSelect: () => exporting.mutate(undefined),
          },
          ...(canImport ? [{ label: "Import Markdown", onSelect: () => setImporting(true) }] : []),
        ]}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/** Exports everything, or one page with everything below it. */
export function useExport() {
  return useMutation({
    mutationFn: (articleId: string | undefined) => exportPages(articleId),
    onSuccess: (pages) => notify.success(`${pagesWords(pages)} exported`),
    onError: (error) => void notify.error(errorMessage(error, "Failed to export")),
  });
}
