import { readSectionQuery, sectionQueryOf } from "@atoll/contract/documents/section-block";
import { uuidSource } from "@atoll/contract/uuid";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Database } from "../../../tables.ts";
import { listReadableSections } from "../../cards/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { replaceOutsideCode } from "./file-links.ts";

const sectionEmbed = new RegExp(
  `!\\[[^[\\]\\n]{0,100}\\]\\(section:(${uuidSource})(?: "([^"\\n]{0,2000})")?\\)`,
  "gi",
);
/** Sections that are named. Later ones only say what they are. */
const mostSections = 1000;

/** Finds the names and addresses of the sections whose cards the pages show, as far as the viewer may read them. */
export async function findSections(
  db: Database,
  viewer: RequestViewer,
  rows: readonly { body: string }[],
): Promise<ReadonlyMap<string, { title: string; link: string }>> {
  const ids = new Set<string>();
  const share = shareLoop();
  for (const { body } of rows) {
    for (const [, id = ""] of body.matchAll(sectionEmbed))
      if (ids.size < mostSections) ids.add(id.toLowerCase());
    await share();
  }
  if (ids.size === 0) return new Map();
  const sections = await listReadableSections(db, viewer, [...ids]);
  return new Map(
    sections.map(({ id, name, slug, departmentName, departmentSlug }) => [
      id,
      { title: `${departmentName}, ${name}`, link: `/${departmentSlug}/${slug}` },
    ]),
  );
}

/**
 * Replaces the cards of sections in pages with links that any program follows. The title of a link has what an import
 * needs to make cards of it again. Sections that the viewer may not read keep no name.
 */
export async function linkSections<Row extends { body: string }>(
  db: Database,
  viewer: RequestViewer,
  rows: readonly Row[],
  origin: string,
): Promise<Row[]> {
  const sections = await findSections(db, viewer, rows);
  const link = (embed: string, given: string, text?: string) => {
    const [id, query] = [given.toLowerCase(), sectionQueryOf(text)];
    const section = sections.get(id);
    if (!section) return embed;
    const words = section.title.replace(/[\\[\]`*_<>~]/g, "\\$&");
    const address = new URL(section.link, origin);
    address.search = new URLSearchParams(readSectionQuery(query)).toString();
    return `[${words}](<${address.href}> "${`section:${id} ${query}`.trimEnd()}")`;
  };
  const linked: Row[] = [];
  const share = shareLoop();
  for (const row of rows) {
    const body = replaceOutsideCode(row.body, (line) => line.replace(sectionEmbed, link));
    linked.push({ ...row, body });
    await share();
  }
  return linked;
}
