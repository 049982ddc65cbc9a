import { articleLink } from "@atoll/contract/knowledge/links";
import { readOutline, type Section } from "@atoll/contract/knowledge/outline";
import { sql } from "kysely";
import { fold } from "../../../platform/search/fold.ts";
import type { Asked, FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { selectArticles } from "../ground/queries.ts";
import { isReadablePublished } from "../ground/readable.ts";

/**
 * Published articles. A hit opens at the section, or at the step of a procedure, that holds most of the words; drafts and
 * archived articles are found by nobody, not even their editors.
 */
export const articleSource: SliceSearchSource = {
  kind: "article",
  showsByWords: true,
  isReadable: (_context, viewer, { id }) =>
    sql<boolean>`EXISTS (SELECT FROM articles a WHERE a.id = ${id} AND ${isReadablePublished(viewer)})`,
  async present(_context, tx, viewer, ids, asked) {
    const rows = await selectArticles(tx)
      .select(["v.body"])
      .where(sql<boolean>`a.id = ANY(${ids}::uuid[])`)
      .where(isReadablePublished(viewer))
      .execute();
    return new Map(
      rows.map((row): [string, FoundThing] => {
        const isProcedure = row.kind === "sop";
        const sections = isProcedure ? partsOf(row.body ?? "") : readOutline(row.body ?? "").sections;
        const section = findSection(sections, asked);
        // A procedure opens at its step, and is told whole: who asks how to do it needs the other steps, too.
        const told =
          section && isProcedure ? [section, ...sections.filter((one) => one !== section)] : [section];
        const anchor = section?.heading?.anchor;
        const link = articleLink(row);
        return [
          row.id,
          {
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
          },
        ];
      }),
    );
  },
};

/** The section that holds most of what is looked for; undefined where none holds any. */
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
