import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { downloadUrl } from "../../../lib/request/download.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { ImportDialog } from "./import-dialog.tsx";

/** Collecting thousands of pages takes some seconds. */
const timeoutMs = 120_000;

/**
 * Saves pages as Markdown files in a zip file.
 * @param articleId only this page, with everything below it.
 * @returns how many pages there were.
 */
async function exportPages(articleId?: string): Promise<number> {
  const query = articleId === undefined ? {} : { articleId };
  const { fileName, zip, pages } = await call(routes.exportArticles, { query }, { timeoutMs });
  save(fileName, zip, "application/zip");
  return pages;
}

/** @param base64 the bytes of the file. */
function save(fileName: string, base64: string, type: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  downloadUrl(fileName, url);
  // The browser has its own hold of the file once the click is through.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

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
    onSuccess: (pages) => notify.success(`${counted(pages, "page")} exported`),
    onError: (error) => void notify.error(errorMessage(error, "Failed to export")),
  });
}

const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Saves a page as a Word file, alone or with everything below it. */
export function useWordExport(articleId: string) {
  return useMutation({
    async mutationFn(below: boolean) {
      const input = { params: { articleId }, query: { below: String(below) } };
      const { fileName, document, pages } = await call(routes.exportArticleAsWord, input, { timeoutMs });
      save(fileName, document, wordType);
      return pages;
    },
    onSuccess: (pages) => notify.success(`${counted(pages, "page")} exported`),
    onError: (error) => void notify.error(errorMessage(error, "Failed to export")),
  });
}
