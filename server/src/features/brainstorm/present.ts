import { type BoardViewer, roleOnBoard } from "@atoll/contract/brainstorm/policy";
import type {
  Board,
  BoardGrant,
  BoardWriters,
  ListedBoard,
  OpenBoard,
} from "@atoll/contract/brainstorm/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { Database } from "../../tables.ts";
import type { People } from "../people/public.ts";
import { type BoardRow, hasLeader, type ListedRow, selectWriters } from "./queries.ts";
import { type GrantRow, partsOf, targetOf } from "./readable.ts";
import { isLeaderAway, leadFreeAt } from "./workshop/leaders-seen.ts";

type Known = ReadonlyMap<string, Person>;

/** Boards as all of their readers see them. */
export async function presentBoards(people: People, rows: readonly BoardRow[]): Promise<Board[]> {
  const known = await people.of(rows.flatMap(namedIn));
  return rows.map((row) => presentBoard(known, row));
}

/** The same as one person sees them. */
export async function presentListed(people: People, rows: readonly ListedRow[]): Promise<ListedBoard[]> {
  const known = await people.of(rows.flatMap(namedIn));
  return rows.map((row) => ({ ...presentBoard(known, row), isStarred: row.is_starred }));
}

/** A board that somebody opens. */
export async function presentOpen(
  { db, people }: { db: Database; people: People },
  viewer: BoardViewer,
  row: ListedRow,
): Promise<OpenBoard> {
  const [[listed], writers, lead] = await Promise.all([
    presentListed(people, [row]),
    presentWriters({ db, people }, row.id),
    db
      .selectFrom("boards as b")
      .select([hasLeader.as("hasLeader"), leadFreeAt.as("leadFreeAt"), isLeaderAway.as("isLeaderAway")])
      .where("b.id", "=", row.id)
      .executeTakeFirst(),
  ]);
  if (!listed) throw new Error("a board was not presented");
  const role = roleOnBoard(viewer, partsOf(row)) ?? "reader";
  return {
    ...listed,
    role,
    writers,
    hasLeader: lead?.hasLeader ?? true,
    isLeaderAway: lead?.isLeaderAway ?? false,
    leadFreeAt: lead?.leadFreeAt?.toISOString() ?? null,
  };
}

/** How many private notes people have on a board. */
export async function presentWriters(
  { db, people }: { db: Database; people: People },
  boardId: string,
): Promise<BoardWriters> {
  const rows = await selectWriters(db, boardId);
  const known = await people.of(rows.map((row) => row.author_id));
  return rows.flatMap(({ author_id, count }) => {
    const person = known.get(author_id);
    return person ? [{ person, noteCount: count }] : [];
  });
}

/** The people named in a row. */
const namedIn = (row: BoardRow): string[] => [
  row.owner_id,
  ...row.people_ids,
  ...row.grants.flatMap(({ kind, granteeId }) => (kind === "person" && granteeId ? [granteeId] : [])),
  ...(row.summons ? [row.summons.byId] : []),
];

function presentBoard(known: Known, row: BoardRow): Board {
  return {
    id: row.id,
    title: row.title,
    template: row.template,
    owner: personOf(known, row.owner_id),
    department: row.department,
    grants: row.grants.map((grant) => presentGrant(known, row, grant)),
    session: presentSession(known, row),
    isArchived: row.archived_at !== null,
    noteCount: row.note_count,
    voteCount: row.vote_count,
    taskCount: row.task_count,
    ideaCount: row.idea_count,
    people: row.people_ids.flatMap((id) => known.get(id) ?? []),
    peopleCount: row.people_count,
    preview: row.preview,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

function presentSession(known: Known, row: BoardRow): Board["session"] {
  const { summons, timer_ends_at: endsAt, timer_left_ms: leftMs } = row;
  return {
    phase: row.phase,
    isLocked: row.is_locked,
    votesPerPerson: row.votes_per_person,
    round: row.round,
    timer: endsAt || leftMs !== null ? { endsAt: endsAt?.toISOString() ?? null, leftMs } : null,
    summons: summons && {
      id: summons.id,
      by: personOf(known, summons.byId),
      at: summons.at,
      view: summons.view,
    },
    phaseNames: row.phase_names,
    frameOrder: row.frame_order,
  };
}

function presentGrant(known: Known, row: BoardRow, grant: GrantRow): BoardGrant {
  const to = targetOf(grant);
  const shared = { to, role: grant.role, person: null };
  if (to.kind === "everyone") return { ...shared, name: "Everyone" };
  if (to.kind === "person") {
    const person = personOf(known, to.id);
    return { ...shared, name: person.name, person };
  }
  const department = row.granted_departments.find(({ id }) => id === to.id);
  return { ...shared, name: department?.name ?? "A deleted department" };
}

function personOf(known: Known, id: string): Person {
  return known.get(id) ?? { id, name: "Former colleague", email: "", avatar: null, isFormer: true };
}
