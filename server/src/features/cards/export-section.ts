import { departmentsWithView } from "@atoll/contract/cards/policy";
import type { Card } from "@atoll/contract/cards/schemas";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { type RawBuilder, sql } from "kysely";
import { recordAct } from "../../platform/audit.ts";
import { csvBeginning, toCsv } from "../../platform/csv.ts";
import {
  type ExportSize,
  noSize,
  renderPageList,
  type ThingArchive,
} from "../../platform/portable/thing-archive.ts";
import type { SliceContext, SliceExportKind } from "../../slice.ts";
import { readCommentFiles, readComments, renderComments, sizeOfComments } from "../comments/public.ts";
import { cardComments } from "./kinds/comment-kind.ts";
import { cellsOf, firstColumns, headOf, lastColumns, namesIn } from "./lists/export-cards.ts";
import { type CardRow, presentCards, selectCards } from "./present.ts";
import { accessType, isTypeReadable, type TypeRow } from "./public.ts";

/** Sections, for members of the department who also hold the permission for its cards, as `assertMayManage` asks. */
export const sectionExport: SliceExportKind = {
  kind: "section",
  isAllowed: (viewer, id) => sql<boolean>`EXISTS (SELECT FROM card_types ct WHERE ct.id = ${id}
    AND ${isTypeReadable(viewer)} AND ct.department_id = ANY(${departmentsWithView(viewer)}::uuid[]))`,
  nameOf: (id) => sql<string>`(SELECT ct.name FROM card_types ct WHERE ct.id = ${id})`,
  async size(tx, _viewer, id) {
    const comments = sizeOfComments(commented(id));
    const { rows } = await sql<ExportSize>`SELECT
      (SELECT count(*)::integer FROM cards c WHERE ${isIn(id)}) + ${comments.rows} AS rows,
      ${comments.files} AS files, ${comments.bytes} AS bytes, ${comments.largest} AS largest`.execute(tx);
    return rows[0] ?? noSize;
  },
  record: (tx, by, { id, name }) =>
    recordAct(tx, { action: "section.exported", ...by, subject: { type: "section", id, name } }),
  async write(context, archive, viewer, { id }) {
    const type = await accessType(context.db, viewer, id);
    await archive.addFiles(readCommentFiles(archive, commented(id)));
    const cards = await archive.addLines("cards.jsonl", presentLines(context, archive, type));
    await archive.addText("cards.csv", writeCsv(context, archive, type));
    const comments = await archive.addLines(
      "comments.jsonl",
      readComments(context.people, archive, commented(id)),
    );
    const pages = await addPages(context, archive, type);
    const about = {
      ...{ singular: type.singular, stages: type.stages, cards, comments },
      fields: shownFields(type).map(({ name, label, kind }) => ({ name, label, kind })),
    };
    return {
      about,
      html: [
        `<p>Cards: ${cards}. Comments: ${comments}. Times are in UTC. Deleted and merged cards are not part of this export.</p>\n`,
        '<p>For programs: <a href="cards.csv">cards.csv</a>, <a href="cards.jsonl">cards.jsonl</a>, <a href="comments.jsonl">comments.jsonl</a>, <a href="files.jsonl">files.jsonl</a>, <a href="manifest.json">manifest.json</a>.</p>\n',
        renderPageList(pages),
      ],
    };
  },
};

/** SQL: a card that the board of the section shows. */
const isIn = (typeId: string): RawBuilder<boolean> =>
  sql<boolean>`c.type_id = ${typeId} AND c.deleted_at IS NULL AND c.merged_into_id IS NULL`;

/** SQL: the order of the archive. */
const order = sql`c.stage, c.rank, c.id`;

const commented = (typeId: string) => ({
  kind: cardComments.kind,
  things: sql`SELECT c.id, row_number() OVER (ORDER BY ${order}) AS place FROM cards c WHERE ${isIn(typeId)}`,
});

const shownFields = (type: TypeRow) => type.fields.filter(({ isRetired }) => !isRetired);

interface ReadCard {
  card: Card;
  /** In the columns of the section. */
  cells: (string | number)[];
}

async function* readCards(
  { db, people }: SliceContext,
  archive: ThingArchive,
  type: TypeRow,
): AsyncGenerator<ReadCard[]> {
  const query = selectCards(db).where(isIn(type.id)).orderBy("c.stage").orderBy("c.rank").orderBy("c.id");
  for await (const rows of archive.read<CardRow>(sql`${query}`)) {
    const cards = await presentCards(people, rows);
    const named = await namesIn(people, type, cards);
    yield cards.map((card) => ({ card, cells: cellsOf(type, card, named) }));
  }
}

async function* presentLines(context: SliceContext, archive: ThingArchive, type: TypeRow) {
  const fields = shownFields(type);
  const columns = [...firstColumns, ...lastColumns];
  for await (const batch of readCards(context, archive, type))
    yield batch.map(({ card, cells }) => ({
      id: card.id,
      ...{ createdAt: card.createdAt, updatedAt: card.updatedAt, isPinned: card.isPinned },
      /** As people read them. */
      columns: Object.fromEntries(
        cells
          .toSpliced(firstColumns.length, fields.length)
          .map((text, index) => [columns[index] ?? "", text] as const),
      ),
      // Only its name is a field's own: labels may be equal.
      ownFields: fields.map(({ name, label }, index) => ({
        ...{ name, label },
        text: cells[firstColumns.length + index] ?? "",
      })),
      values: card.data,
    }));
}

async function* writeCsv(context: SliceContext, archive: ThingArchive, type: TypeRow) {
  yield csvBeginning + toCsv([headOf(type)]);
  for await (const batch of readCards(context, archive, type)) yield toCsv(batch.map(({ cells }) => cells));
}

function addPages(context: SliceContext, archive: ThingArchive, type: TypeRow) {
  const head = headOf(type);
  const comments = renderComments(archive, readComments(context.people, archive, commented(type.id)));
  async function* render({ card, cells }: ReadCard) {
    const rows = head.flatMap((label, index) => {
      const cell = String(cells[index] ?? "");
      return cell === ""
        ? []
        : [`<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(cell)}</td></tr>\n`];
    });
    yield `<article id="${card.id}"><table>\n${rows.join("")}</table>\n`;
    yield* comments(card.id);
    yield "</article>\n";
  }
  return archive.addPages({
    ...{ title: type.name, batches: readCards(context, archive, type), groupOf: () => "cards", render },
  });
}
