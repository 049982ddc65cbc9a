import { articleLink } from "@atoll/contract/knowledge/links";
import { knowledgeViewRules } from "@atoll/contract/knowledge/list-search";
import { readOutline, type Section } from "@atoll/contract/knowledge/outline";
import { sql } from "kysely";
import {
  filesReadWith,
  ownedBy,
  placedIn,
  type ReadableRows,
  replaceDepartment,
  searchSource,
  viewPlace,
} from "../../platform/kinds/factories.ts";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import { fold } from "../../platform/search/fold.ts";
import type { Asked } from "../../platform/search/search-sources.ts";
import type {
  RequestViewer,
  SliceOwnedKind,
  SlicePlacedKind,
  SliceSearchSource,
  SliceViewPlace,
} from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastArticles, selectHeard } from "./model/broadcast.ts";
import { selectArticles } from "./model/queries.ts";
import { isReadable, isReadablePublished } from "./model/readable.ts";
import { findParent, lockTree, narrow, spreadBelow } from "./model/tree.ts";

const articleRows: ReadableRows<RequestViewer> = { table: "articles", alias: "a", isReadable };

/** The files of published articles: read by everybody who may read the article. */
export const articleFiles: FileKind<RequestViewer> = filesReadWith(articleRows, {
  kind: "article",
  bucket: "article-attachments",
  isForGuests: true,
});

/** The sections with lists: the FAQ, SOPs and articles. */
export const knowledgeViews: SliceViewPlace = viewPlace("knowledge", { sections: knowledgeViewRules });

/** Every article that somebody owns, whatever its state: without an owner nobody would be reminded to review it. */
export const ownedArticles: SliceOwnedKind = ownedBy({
  kind: "pages of the knowledge base",
  rows: sql`articles`,
  owner: "owner_id",
  set: sql`stale_told_at = NULL`,
  broadcast: (context, ids) => broadcastArticles(context, ids, []),
});

/** Articles that are for a department. Where two departments become one, they are for the one that stays. */
export const placedArticles: SlicePlacedKind = placedIn({
  kind: "pages of the knowledge base",
  rows: sql`articles`,
  isIn: (departmentId) => sql<boolean>`${departmentId}::uuid = ANY(department_ids)`,
  async move(tx, fromId, intoId) {
    await lockTree(tx);
    const { rows } = await sql<{ id: string; path: string[] }>`SELECT id, path FROM articles
      WHERE ${fromId}::uuid = ANY(shown_department_ids) OR ${fromId}::uuid = ANY(department_ids)
      ORDER BY id FOR UPDATE`.execute(tx);
    const moved = new Set(rows.map(({ id }) => id));
    const { rows: below } = await sql<{ id: string }>`SELECT id FROM articles
      WHERE path && ${[...moved]}::uuid[] ORDER BY id`.execute(tx);
    const ids = below.map(({ id }) => id);
    const before = await selectHeard(tx, ids);
    // One that was for both is for the other one, once.
    await sql`UPDATE articles SET
        department_ids = ${replaceDepartment("department_ids", fromId, intoId)}
      WHERE ${fromId}::uuid = ANY(department_ids)`.execute(tx);
    await sql`UPDATE articles SET revision = revision + 1 WHERE id = ANY(${[...moved]}::uuid[])`.execute(tx);
    // A page for one of the two below a page for the other had no readers, and has some now.
    for (const { id, path } of rows)
      if (!path.some((above) => above !== id && moved.has(above))) await narrowAgain(tx, id);
    return (context) => broadcastArticles(context, ids, before);
  },
});

/** Recalculates the readers of a page and of all pages below it. */
async function narrowAgain(tx: Database, articleId: string): Promise<void> {
  const row = await tx
    .selectFrom("articles")
    .select(["kind", "parent_id", "department_ids", "role_ids"])
    .where("id", "=", articleId)
    .executeTakeFirstOrThrow();
  const parent = row.parent_id === null ? undefined : await findParent(tx, row.parent_id, 0);
  const shown = narrow(parent, { departmentIds: row.department_ids, roleIds: row.role_ids });
  await tx
    .updateTable("articles")
    .set({ shown_department_ids: shown.departmentIds, shown_role_ids: shown.roleIds })
    .where("id", "=", articleId)
    .execute();
  if (row.kind === "article") await spreadBelow(tx, articleId);
}

/**
 * Published articles. A hit opens at the section, or at the step of a procedure, that contains most of the words; drafts
 * and archived articles are found by nobody, not even their editors.
 */
export const articleSource: SliceSearchSource = searchSource(
  { ...articleRows, isReadable: isReadablePublished },
  {
    kind: "article",
    showsByWords: true,
    select: (tx: Database) => selectArticles(tx).select(["v.body"]),
    hit(row, _more, asked) {
      const isProcedure = row.kind === "sop";
      const sections = isProcedure ? partsOf(row.body ?? "") : readOutline(row.body ?? "").sections;
      const section = findSection(sections, asked);
      // A procedure opens at its step, and is told whole: who asks how to do it needs the other steps, too.
      const told =
        section && isProcedure ? [section, ...sections.filter((one) => one !== section)] : [section];
      const anchor = section?.heading?.anchor;
      const link = articleLink(row);
      return {
        title: row.title,
        text:
          told
            .map((one) => one?.text ?? "")
            .join(" ")
            .trim() ||
          row.summary ||
          (row.body ?? ""),
        at: (row.published_at ?? row.updated_at).toISOString(),
        personId: row.owner_id,
        departmentIds: row.department_ids,
        link: anchor === undefined || row.kind === "faq" ? link : `${link}#${anchor}`,
        detail: {
          kind: "article",
          articleKind: row.kind,
          section: section?.heading?.text ?? null,
          isOverdue: row.review_at !== null && row.review_at.getTime() <= Date.now(),
        },
      };
    },
  },
);

/** The section that contains most of what is looked for; undefined where none contains any. */
function findSection(sections: readonly Section[], { terms }: Asked): Section | undefined {
  if (terms.length === 0) return undefined;
  let best: Section | undefined;
  let most = 0;
  for (const section of sections) {
    const text = fold(`${section.heading?.text ?? ""} ${section.text}`);
    const held = terms.filter((term) => text.includes(term.folded)).length;
    if (held > most) [best, most] = [section, held];
  }
  return best;
}

const stepStart = /^ {0,3}:{3,}step\{#([\w-]{1,64})\}\s*$/;
const directiveStart = /^ {0,3}:{3,}[a-z]/;
const directiveEnd = /^ {0,3}:{3,}\s*$/;
const codeFence = /^ {0,3}(?:`{3,}|~{3,})/;

/** The steps of a procedure, each with its anchor, and the sections of the text around them. */
function partsOf(body: string): Section[] {
  const titles = new Map(readOutline(body).steps.map(({ id, title }) => [id, title]));
  const around: string[] = [];
  const steps: { id: string; lines: string[] }[] = [];
  let [depth, isCode] = [0, false];
  for (const line of body.split("\n")) {
    if (codeFence.test(line)) isCode = !isCode;
    const id = isCode || depth > 0 ? undefined : stepStart.exec(line)?.[1];
    if (id !== undefined) {
      steps.push({ id, lines: [] });
      depth = 1;
      continue;
    }
    const [isStart, isEnd] = isCode ? [false, false] : [directiveStart.test(line), directiveEnd.test(line)];
    if (isStart && depth > 0) depth += 1;
    else if (isEnd && depth > 0) depth -= 1;
    // The marks of a note or a warning are not its text.
    if (isStart || isEnd) continue;
    if (depth > 0) steps.at(-1)?.lines.push(line);
    else around.push(line);
  }
  return [
    ...steps.map(({ id, lines }): Section => {
      const parts = readOutline(lines.join("\n")).sections;
      const text = parts.map((part) => `${part.heading?.text ?? ""} ${part.text}`.trim()).join(" ");
      return { heading: { level: 2, text: titles.get(id) ?? "", anchor: `step-${id}` }, text };
    }),
    ...readOutline(around.join("\n")).sections,
  ];
}
