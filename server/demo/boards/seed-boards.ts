import type { NewGrant } from "@atoll/contract/brainstorm/schemas";
import type { IdentifiedElement } from "@atoll/contract/documents/canvas";
import { sql } from "kysely";
import { insertBoard } from "../../src/features/brainstorm/create-board.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import type { DemoCompany } from "../types.ts";
import { type WrittenBoard, writtenBoards } from "./written-boards.ts";

const hourMs = 3_600_000;
/** Three notes side by side, and the frames two by two, as on paper. */
const [noteWidth, noteHeight, gap, frameWidth, frameHeight] = [132, 114, 8, 432, 300];
const votesPerPerson = 5;

/** Writes the boards with their canvases, votes and private notes. People, departments and ideas have to be there. */
export async function seedBoards(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  const departments = await tx.selectFrom("departments").select(["id", "name"]).execute();
  for (const written of writtenBoards) {
    const name = company.departments.find(({ key }) => key === written.department)?.name;
    const departmentId = departments.find((department) => department.name === name)?.id ?? null;
    await seedBoard(tx, company, { ...written, departmentId }, now);
  }
}

/** With the department's id in the database. */
type PlacedBoard = WrittenBoard & { departmentId: string | null };

async function seedBoard(tx: Database, company: DemoCompany, written: PlacedBoard, now: Date): Promise<void> {
  const changedAt = new Date(now.getTime() - written.hours * hourMs);
  const createdAt = new Date(changedAt.getTime() - 3 * hourMs);
  const idOf = (what: string) => demoId(createdAt, `board ${written.key} ${what}`);
  const person = (key: string): string => {
    const found = company.people.find((one) => one.key === key);
    if (!found) throw new Error(`nobody called ${key} works on the board ${written.key}`);
    return found.id;
  };
  const { departmentId } = written;
  const id = idOf("itself");
  const placed = placeNotes(written, idOf, person);
  await insertBoard(tx, {
    id,
    title: written.title,
    template: written.template,
    departmentId,
    grants: written.invited || departmentId === null ? [] : openTo(departmentId),
    ownerId: person(written.owner),
    hash: Buffer.from(id),
    elements: async () => placed.elements,
  });
  for (const key of written.invited ?? [])
    await tx
      .insertInto("board_grants")
      .values({ board_id: id, kind: "person", grantee_id: person(key), role: "writer" })
      .execute();
  await tx
    .updateTable("boards")
    .set({
      phase: written.phase,
      timer_ends_at: written.timer ? new Date(now.getTime() + written.timer * 1000) : null,
      created_at: createdAt,
      updated_at: changedAt,
    })
    .where("id", "=", id)
    .execute();
  await tx.updateTable("documents").set({ changed_at: changedAt }).where("subject_id", "=", id).execute();
  await insertVotes(tx, company, id, placed.votes, changedAt);
  // A running server does this a moment after the last change.
  await sql`SELECT search_index('board', ARRAY[${id}::uuid])`.execute(tx);
  for (const [index, line] of (written.hidden ?? []).entries()) {
    const [text = "", author = ""] = line.split(" | ");
    await tx
      .insertInto("board_private_notes")
      .values({
        id: idOf(`hidden ${index}`),
        board_id: id,
        author_id: person(author),
        text,
        color: "iris",
        x: -200,
        y: index * (noteHeight + gap),
        frame_id: null,
        created_at: changedAt,
      })
      .execute();
  }
  for (const key of written.starredBy ?? [])
    await tx
      .insertInto("board_stars")
      .values({ board_id: id, user_id: person(key) })
      .execute();
  for (const [index, title] of (written.ideas ?? []).entries())
    await sql`INSERT INTO board_links (board_id, note_id, idea_id)
      SELECT ${id}, ${placed.noteIds[index]}, i.id FROM ideas i WHERE i.title = ${title} LIMIT 1`.execute(tx);
}

function openTo(departmentId: string): NewGrant[] {
  return [
    { to: { kind: "department", id: departmentId }, role: "writer" },
    { to: { kind: "everyone" }, role: "writer" },
  ];
}

interface Placed {
  elements: IdentifiedElement[];
  noteIds: string[];
  votes: { noteId: string; count: number }[];
}

function placeNotes(
  written: WrittenBoard,
  idOf: (what: string) => string,
  person: (key: string) => string,
): Placed {
  const placed: Placed = { elements: [], noteIds: [], votes: [] };
  const firsts: string[] = [];
  for (const [index, { title, color, notes }] of written.groups.entries()) {
    const [x, y] = [(index % 2) * (frameWidth + 20), Math.floor(index / 2) * (frameHeight + 40)];
    const frame = idOf(`frame ${index}`);
    const common = { stack: 0, group: null };
    placed.elements.push({
      id: frame,
      authorId: person(written.owner),
      element: {
        ...common,
        kind: "frame",
        at: [x, y],
        size: [frameWidth, frameHeight],
        frame: null,
        stack: -1,
        color,
        text: title,
      },
    });
    for (const [place, line] of notes.entries()) {
      const [text = "", author = "", votes = "0"] = line.split(" | ");
      const id = idOf(`note ${index} ${place}`);
      const at: [number, number] = [
        x + 10 + (place % 3) * (noteWidth + gap),
        y + 36 + Math.floor(place / 3) * (noteHeight + gap),
      ];
      placed.elements.push({
        id,
        authorId: person(author),
        element: { ...common, kind: "note", at, size: [noteWidth, noteHeight], frame, color, text },
      });
      placed.noteIds.push(id);
      placed.votes.push({ noteId: id, count: Number(votes) });
      if (place === 0) firsts.push(id);
    }
  }
  if (written.hasArrows) placed.elements.push(...arrowsAlong(firsts, idOf, person(written.owner)));
  return placed;
}

function arrowsAlong(
  ids: readonly string[],
  idOf: (what: string) => string,
  authorId: string,
): IdentifiedElement[] {
  return ids.slice(1).map((to, index) => ({
    id: idOf(`arrow ${index}`),
    authorId,
    element: {
      kind: "arrow",
      at: [0, 0],
      stack: 0,
      frame: null,
      group: null,
      color: "sea",
      text: "",
      from: { element: ids[index] ?? to },
      to: { element: to },
    },
  }));
}

/** Gives the votes in turn to the people of the company, and to nobody more than they have. */
async function insertVotes(
  tx: Database,
  { people }: DemoCompany,
  boardId: string,
  votes: Placed["votes"],
  castAt: Date,
): Promise<void> {
  const voters = people.filter(({ roles }) => roles.some((role) => role !== "pending"));
  const all = votes.flatMap(({ noteId, count }) => Array.from({ length: count }, () => noteId));
  const rows = all.map((noteId, index) => ({
    id: demoId(castAt, `vote ${boardId} ${index}`),
    board_id: boardId,
    round: 1,
    note_id: noteId,
    person_id: voters[Math.floor(index / votesPerPerson) % voters.length]?.id ?? "",
    cast_at: castAt,
  }));
  if (rows.length > 0) await tx.insertInto("board_votes").values(rows).execute();
}
