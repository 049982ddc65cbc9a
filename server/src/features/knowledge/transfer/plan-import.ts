import {
  type ArticleKind,
  articleBodyMaxLength,
  articleCategoryMaxLength,
  articleSummaryMaxLength,
  articleTagMaxLength,
  articleTitleMaxLength,
  faqAnswerMaxLength,
  maxArticleDepth,
  maxArticleTags,
} from "@atoll/contract/knowledge/limits";
import type { ImportNote } from "@atoll/contract/knowledge/transfer-limits";
import type { Loss } from "../../documents/public.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import type { Archive } from "./read-archive.ts";

/** A page that an import creates, unless it is left out. */
export interface PlannedPage {
  /** Its path without the ending, by which links and children find it. */
  key: string;
  path: string;
  parentKey: string | null;
  level: number;
  kind: ArticleKind;
  title: string;
  summary: string;
  category: string;
  tags: string[];
  /** The readers, owner, review and use that its file states. */
  said: Omit<FrontMatter, "title" | "kind" | "summary" | "category" | "tags" | "order">;
  body: string;
  /** The line of the file that the body starts in, from 1. */
  firstLine: number;
  losses: Loss[];
  notes: ImportNote[];
  isLeftOut: boolean;
}

type Draft = Omit<PlannedPage, "level"> & { order: number };

const cut = (text: string, max: number) => [...text].slice(0, max).join("").trim();

/**
 * The pages of an archive, parents before children and siblings in order. A folder is the page of the same name, or of
 * its `README.md` or `index.md`; a folder without either becomes an empty page.
 * @param levelsAbove of the page that they go below.
 */
export function planImport({ files }: Archive, levelsAbove: number): PlannedPage[] {
  const stem = commonFolder(files.map(({ path }) => path));
  const drafts = new Map<string, Draft>();
  for (const file of files) {
    const draft = readPage(file.path, file.path.slice(stem.length), file.text);
    // Two files of one name, as `Guide.md` and `Guide/README.md`: the second is a page of its own.
    if (drafts.has(draft.key)) draft.key = `${draft.key}/${draft.path}`;
    drafts.set(draft.key, draft);
  }
  for (const { kind, parentKey } of [...drafts.values()])
    if (kind === "article") addFolders(drafts, parentKey);
  return arrange(drafts, levelsAbove);
}

/** A folder that holds everything, such as the one that was zipped. */
function commonFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  const isFolderPage = (path: string) =>
    /^(?:readme|index)\.(?:md|markdown)$/i.test(path.slice(folder.length));
  return folder !== "" && paths.every((path) => path.startsWith(folder) && !isFolderPage(path)) ? folder : "";
}

function readPage(path: string, inside: string, text: string): Draft {
  const { facts, body, unused } = readFrontMatter(text);
  const bare = inside.replace(/\.(?:md|markdown)$/i, "");
  const parts = bare.split("/");
  const isFolderPage = parts.length > 1 && /^(?:readme|index)$/i.test(parts.at(-1) ?? "");
  if (isFolderPage) parts.pop();
  const heading = /^\s*#[ \t]+([^\n]+)\n?/.exec(body.slice(0, 2000));
  const said = heading?.[1]?.replace(/[ \t]#+[ \t]*$/, "").trim() ?? "";
  const title = facts.title || said || nameOf(parts.at(-1) ?? "");
  // A heading that only repeats the title would be there twice.
  const text_ = heading && said === title ? body.slice(heading[0].length) : body;
  const kind = facts.kind ?? "article";
  const key = parts.join("/");
  const longest = kind === "faq" ? faqAnswerMaxLength : articleBodyMaxLength;
  const isTooLong = text_.length > longest && [...text_].length > longest;
  const isEmptyAnswer = kind === "faq" && text_.trim() === "";
  const clean = cut(title, articleTitleMaxLength);
  return {
    key,
    path,
    parentKey: kind === "article" && parts.length > 1 ? parts.slice(0, -1).join("/") : null,
    kind,
    title: clean,
    summary: cut(facts.summary ?? "", articleSummaryMaxLength),
    category: cut(facts.category ?? "", articleCategoryMaxLength),
    tags: (facts.tags ?? [])
      .slice(0, maxArticleTags)
      .map((tag) => cut(tag, articleTagMaxLength))
      .filter(Boolean),
    said: facts,
    body: isTooLong ? "" : text_.trim(),
    firstLine: text.slice(0, text.length - text_.trimStart().length).split("\n").length,
    losses: unused.map((line) => ({ kind: "properties", line })),
    notes: [
      ...(isTooLong ? (["too_long"] as const) : []),
      ...(clean === "" || isEmptyAnswer ? (["no_title"] as const) : []),
    ],
    isLeftOut: isTooLong || clean === "" || isEmptyAnswer,
    order: facts.order ?? Number.MAX_SAFE_INTEGER,
  };
}

/** A file's name as a title, without the long id that other programs add to it. */
const nameOf = (name: string): string =>
  name
    .replace(/[ _-][0-9a-f]{32}$/i, "")
    .replaceAll("_", " ")
    .trim();

function addFolders(drafts: Map<string, Draft>, from: string | null): void {
  for (let key = from; key !== null && !drafts.has(key); ) {
    const parts = key.split("/");
    const parentKey = parts.length > 1 ? parts.slice(0, -1).join("/") : null;
    drafts.set(key, {
      ...{
        key,
        path: `${key}/`,
        parentKey,
        kind: "article",
        title: cut(nameOf(parts.at(-1) ?? ""), articleTitleMaxLength),
      },
      ...{ summary: "", category: "", tags: [], said: {}, body: "", notes: [], isLeftOut: false },
      ...{ firstLine: 1, losses: [] },
      order: Number.MAX_SAFE_INTEGER,
    });
    key = parentKey;
  }
}

function arrange(drafts: ReadonlyMap<string, Draft>, levelsAbove: number): PlannedPage[] {
  // Only articles have pages below them.
  const parentOf = ({ parentKey }: Draft): string | null =>
    parentKey !== null && drafts.get(parentKey)?.kind === "article" ? parentKey : null;
  const children = Map.groupBy(drafts.values(), parentOf);
  const planned: PlannedPage[] = [];
  const visit = (parentKey: string | null, level: number, isLeftOut: boolean) => {
    const siblings = (children.get(parentKey) ?? []).toSorted(
      (one, other) => one.order - other.order || (one.title < other.title ? -1 : 1),
    );
    for (const { order: _order, ...draft } of siblings) {
      const isTooDeep = isLeftOut || (draft.kind === "article" && levelsAbove + level >= maxArticleDepth);
      planned.push({
        ...draft,
        parentKey,
        level,
        isLeftOut: draft.isLeftOut || isTooDeep,
        notes: isTooDeep ? [...draft.notes, "too_deep"] : draft.notes,
      });
      // Deeper folders than the tree may have end the walk after one more level.
      if (level < maxArticleDepth + 1) visit(draft.key, level + 1, isTooDeep);
    }
  };
  visit(null, 0, false);
  return planned;
}
