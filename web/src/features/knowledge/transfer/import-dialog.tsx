import type { ArticleImport } from "@atoll/contract/knowledge/transfer-routes";
import { FileImportDialog } from "../../../capabilities/import/file-import-dialog.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { useTree } from "../data/queries.ts";
import {
  foundWords,
  noteWords,
  outcomeWords,
  pagesWords,
  withoutReadersWords,
  wordsOfLoss,
} from "./import-words.ts";
import { usePageImport } from "./use-import.ts";

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
      amount={({ created }) => ({ count: created, words: pagesWords(created) })}
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
        value={parentId ?? ""}
        onValueChange={(id) => setParentId(id || null)}
        options={[
          { value: "", label: "Top of the tree" },
          ...(tree ?? []).map(({ id, title }) => ({ value: id, label: title || "Without a title yet" })),
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
          <Badge tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].word}</Badge>
        </li>
      ))}
    </ul>
  );
}
