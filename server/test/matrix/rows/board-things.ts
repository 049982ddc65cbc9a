import type { NewGrant } from "@atoll/contract/brainstorm/schemas";
import { uuidv7 } from "uuidv7";
import { insertBoard } from "../../../src/features/brainstorm/create-board.ts";
import { keepVersion } from "../../../src/features/brainstorm/results/versions.ts";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";
import type { World } from "../world.ts";

export interface Place {
  boardId: string;
  noteId: string;
}

export interface Things {
  /** Everyone writes on it; of the author. */
  open: Place;
  /** Backend writes on it; of the author. */
  team: Place & { versionId: string };
  /** DevOps writes on it, in which none of the actors is. */
  foreign: Place;
  /** Everyone reads it; of somebody else. */
  shown: Place;
  /** Everyone votes on it; of the author. */
  voting: Place;
  colleagueId: string;
}

export type Input = CaseInput<Things>;

/** Members of Backend. */
export const members: AdmittedName[] = ["voiceless", "member", "author", "departmentRole"];

export const of = ({ boardId }: { boardId: string }) => ({ params: { boardId } });

/** The states of a board, for a route that is open to everyone who may read it. */
export function states<Request>(request: (place: Place, input: Input) => Request | Promise<Request>) {
  return {
    "for everyone": {
      request: (input: Input) => request(input.things.open, input),
      expect: signedIn("ok"),
    },
    "for the department": {
      request: (input: Input) => request(input.things.team, input),
      expect: signedIn("board_not_found", each(members, "ok")),
    },
    "for another department": {
      request: (input: Input) => request(input.things.foreign, input),
      expect: signedIn("board_not_found"),
    },
    missing: {
      request: (input: Input) => request({ boardId: uuidv7(), noteId: uuidv7() }, input),
      expect: signedIn("board_not_found"),
    },
  };
}

/** The same for a route that only the owner may use: a new board for each success. */
export function ownersStates<Request>(request: (place: Place, input: Input) => Request) {
  const fresh = (input: Input, to: "everyone" | "Backend") =>
    input.spare(`board ${to}`, () =>
      createBoard(input.world, input.world.actors.author.id, { grants: grantsTo(input.world, to) }),
    );
  return {
    "for everyone": {
      request: async (input: Input) => request(await fresh(input, "everyone"), input),
      expect: signedIn("forbidden", { author: "ok" as const }),
    },
    "for the department": {
      request: async (input: Input) => request(await fresh(input, "Backend"), input),
      expect: signedIn("board_not_found", { ...each(members, "forbidden"), author: "ok" as const }),
    },
    "for another department": {
      request: (input: Input) => request(input.things.foreign, input),
      expect: signedIn("board_not_found"),
    },
  };
}

/** The same for a route that everyone may use who takes part, and no reader. */
export function writersStates<Request>(request: (place: Place, input: Input) => Request | Promise<Request>) {
  return {
    ...states(request),
    "for reading": {
      request: (input: Input) => request(input.things.shown, input),
      expect: signedIn("forbidden"),
    },
  };
}

export function grantsTo({ departmentIds }: World, to: "everyone" | "Backend" | "DevOps"): NewGrant[] {
  const id = departmentIds[to] ?? "";
  return [{ to: to === "everyone" ? { kind: "everyone" } : { kind: "department", id }, role: "writer" }];
}

/** A board with one note. */
export async function createBoard(
  { db }: Pick<World, "db">,
  ownerId: string,
  { title = "A board", text = "A note", grants = [] as NewGrant[] } = {},
): Promise<Place> {
  const place = { boardId: uuidv7(), noteId: uuidv7() };
  await db.transaction().execute((tx) =>
    insertBoard(tx, {
      id: place.boardId,
      title,
      template: "blank",
      departmentId: null,
      grants,
      ownerId,
      hash: Buffer.from(place.boardId),
      elements: async () => [
        {
          id: place.noteId,
          authorId: ownerId,
          element: {
            kind: "note",
            at: [0, 0],
            size: [132, 114],
            stack: 0,
            frame: null,
            group: null,
            color: "sun",
            text,
          },
        },
      ],
    }),
  );
  return place;
}

export async function furnishBoards(world: World): Promise<Things> {
  const { actors, secrets, db } = world;
  const words = (readers: AdmittedName[]) => ({
    title: secrets.hide("the title of a board", readers),
    text: secrets.hide("a note on a board", readers),
  });
  const colleague = await world.newDouble("stranger");
  const { id: authorId } = actors.author;
  const everyone = grantsTo(world, "everyone");
  const open = await createBoard(world, authorId, { grants: everyone });
  await db
    .insertInto("board_private_notes")
    .values({
      id: uuidv7(),
      board_id: open.boardId,
      author_id: authorId,
      text: secrets.hide("a private note", ["author"]),
      color: "sun",
      x: 0,
      y: 0,
      frame_id: null,
    })
    .execute();
  const team = await createBoard(world, authorId, { ...words(members), grants: grantsTo(world, "Backend") });
  await db.transaction().execute((tx) => keepVersion(tx, team.boardId, { reason: "hourly", phase: null }));
  const version = await db
    .selectFrom("board_versions")
    .select("id")
    .where("board_id", "=", team.boardId)
    .executeTakeFirstOrThrow();
  const voting = await createBoard(world, authorId, { grants: everyone });
  await db
    .updateTable("boards")
    .set({ phase: "vote", votes_per_person: 1000 })
    .where("id", "=", voting.boardId)
    .execute();
  return {
    open,
    team: { ...team, versionId: version.id },
    foreign: await createBoard(world, colleague.id, { ...words([]), grants: grantsTo(world, "DevOps") }),
    shown: await createBoard(world, colleague.id, {
      grants: everyone.map(({ to }) => ({ to, role: "reader" as const })),
    }),
    voting,
    colleagueId: colleague.id,
  };
}
