import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { type ImportReaders, importMaxBytes } from "@atoll/contract/knowledge/transfer-limits";
import type { ArticleImport } from "@atoll/contract/knowledge/transfer-routes";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FileImportDialog } from "../../../capabilities/import/file-import-dialog.tsx";
import { useFileImport } from "../../../capabilities/import/use-file-import.ts";
import { counted } from "../../../lib/counted.ts";
import { call } from "../../../lib/server/api-client.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { useTree } from "../data/queries.ts";
import { foundWords, noteWords, outcomeWords, withoutReadersWords, wordsOfLoss } from "./import-words.ts";

const timeoutMs = 120_000;

/** One import of pages, with the choices of where they go. */
function usePageImport() {
  const queryClient = useQueryClient();
  const [parentId, setParentId] = useState<string | null>(null);
  const [publish, setPublish] = useState(false);
  const [readers, setReaders] = useState<ImportReaders>("importer");
  const work = useFileImport({
    previewKey: ["knowledge", parentId, publish, readers],
    preview: async ({ bytes }, signal) => {
      const body = { zip: bytes, parentId, publish, readers };
      return (await call(routes.previewArticleImport, { body }, { signal, timeoutMs })).import;
    },
    send: {
      // The ID of the file is that of the import, so that sending it again imports it once.
      mutationFn: async ({ id, bytes }) => {
        const body = { id, zip: bytes, parentId, publish, readers };
        return (await call(routes.importArticles, { body }, { timeoutMs })).import;
      },
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["knowledge"] }),
    },
    refuse: ({ size }) =>
      size > importMaxBytes
        ? `A zip file can have at most ${importMaxBytes / 2 ** 20} MB. Split it and try again.`
        : undefined,
  });
  return { work, parentId, setParentId, publish, setPublish, readers, setReaders };
}

/** Imports Markdown files: the file, a preview of its pages, where they go, and the result. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const pages = usePageImport();
  return (
    <FileImportDialog
      work={pages.work}
      titles={["Import pages", "Pages imported"]}
      about="Markdown files from Atoll, Notion, Obsidian and other programs."
      drop={{
        accept: ".zip,application/zip",
        label: "Zip file",
        note: "A .zip file of up to 8 MB and 300 pages. Folders become pages with pages below them.",
        title: "Drop a zip file of Markdown here",
      }}
      foundWords={foundWords}
      amount={({ created }) => ({ count: created, words: counted(created, "page") })}
      renderFound={(found) => (
        <>
          <Choices {...pages} withoutReaders={found.withoutReaders} />
          <Pages found={found} />
        </>
      )}
      renderResult={(result) => <Pages found={result} />}
      onClose={onClose}
    />
  );
}

function Choices(
  props: Omit<ReturnType<typeof usePageImport>, "work"> & Pick<ArticleImport, "withoutReaders">,
) {
  const { parentId, setParentId, publish, setPublish, readers, setReaders, withoutReaders } = props;
  const { data: tree } = useTree();
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Below"
        {...(tree?.isWhole === false ? { help: "Imported pages can be moved further down afterwards." } : {})}
        value={parentId ?? ""}
        onValueChange={(id) => setParentId(id || null)}
        options={[
          { value: "", label: "Top of the tree" },
          ...(tree?.nodes ?? []).map(({ id, title }) => ({
            value: id,
            label: title || "Without a title yet",
          })),
        ]}
      />
      <Checkbox
        label="Publish at once"
        help="Otherwise articles become drafts that you publish one by one. FAQ answers are always published."
        checked={publish}
        onChange={() => setPublish(!publish)}
      />
      {withoutReaders > 0 && (
        <Select
          label="Readers of pages without readers"
          help={withoutReadersWords(withoutReaders)}
          value={readers}
          onValueChange={(chosen) => setReaders(chosen === "everyone" ? chosen : "importer")}
          options={[
            { value: "importer", label: "Only you and managers of the knowledge base" },
            {
              value: "everyone",
              label: parentId === null ? "Everyone in the company" : "Everyone who reads the target page",
            },
          ]}
        />
      )}
    </div>
  );
}

/** The pages of a file as a tree, each with what becomes of it. */
function Pages({ found }: { found: ArticleImport }) {
  return (
    // The arrow keys scroll it.
    <ul
      aria-label="Pages of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md border"
    >
      {found.pages.map(({ path, title, level, outcome, notes, losses }) => (
        <li key={path} className="flex items-start gap-3 border-t px-3 py-2 first:border-t-0">
          <span className="min-w-0 flex-1" style={{ paddingInlineStart: Math.min(level, 8) * 14 }}>
            <span className="block truncate font-medium" title={path}>
              {title || path}
            </span>
            {notes.map((note) => (
              <span key={note} className="block text-muted text-xs">
                {noteWords[note]}
              </span>
            ))}
            {losses.map((loss) => (
              <span key={loss.kind} className="block text-muted text-xs">
                {wordsOfLoss(loss)}
              </span>
            ))}
          </span>
          <Badge tone={statusTones.knowledgeImport[outcome]}>{outcomeWords[outcome]}</Badge>
        </li>
      ))}
    </ul>
  );
}
