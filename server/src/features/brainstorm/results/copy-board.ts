import type { CanvasElement, IdentifiedElement } from "@atoll/contract/documents/canvas";
import { uuidv7 } from "uuidv7";
import { hashSent } from "../../../platform/create-once.ts";
import { sameInEachAttempt, transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastBoards } from "../broadcast-boards.ts";
import { readElements } from "../canvas-elements.ts";
import { insertBoard } from "../create-board.ts";
import { accessBoard } from "../public.ts";
import { readVersion } from "./versions.ts";

/**
 * Copies a board, or one of its versions, to a board of the viewer's own. Authors stay who they were; votes, comments,
 * private notes and shares stay behind.
 * @throws {AppError} `board_not_found`, `board_version_not_found`, `board_id_taken`.
 */
export async function copyBoard(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  copy: { id: string; title: string; versionId: string | null },
): Promise<void> {
  const isNew = await transact(sources.db, async (tx) => {
    const board = await accessBoard(tx, viewer, boardId);
    const { versionId } = copy;
    return insertBoard(tx, {
      id: copy.id,
      title: copy.title,
      template: board.template,
      departmentId: viewer.departments.some(({ id }) => id === board.department_id)
        ? board.department_id
        : null,
      grants: [],
      ownerId: viewer.id,
      hash: hashSent("copy", boardId, copy.title, versionId),
      elements: async () =>
        withNewIds(
          versionId === null
            ? await readElements(tx, boardId)
            : (await readVersion(tx, boardId, versionId)).elements,
        ),
    });
  });
  if (isNew) await broadcastBoards(sources, [copy.id]);
}

/** The same elements under other ids, still pointing at each other. What points at nothing is let go of. */
function withNewIds(elements: readonly IdentifiedElement[]): IdentifiedElement[] {
  const ids = new Map(elements.map(({ id }) => [id, sameInEachAttempt(`copy of ${id}`, uuidv7)]));
  const groups = new Map<string, string>();
  const groupOf = (old: string | null) => {
    if (old === null) return null;
    const known = groups.get(old) ?? sameInEachAttempt(`copy of group ${old}`, uuidv7);
    groups.set(old, known);
    return known;
  };
  return elements.flatMap(({ id, authorId, element }) => {
    const moved = moveEnds(element, ids);
    const newId = ids.get(id);
    if (!moved || newId === undefined) return [];
    const frame = element.frame === null ? null : (ids.get(element.frame) ?? null);
    return [{ id: newId, authorId, element: { ...moved, frame, group: groupOf(element.group) } }];
  });
}

function moveEnds(element: CanvasElement, ids: ReadonlyMap<string, string>): CanvasElement | undefined {
  if (element.kind !== "arrow") return element;
  const from = moveEnd(element.from, ids);
  const to = moveEnd(element.to, ids);
  return from && to ? { ...element, from, to } : undefined;
}

type End = Extract<CanvasElement, { kind: "arrow" }>["from"];

function moveEnd(end: End, ids: ReadonlyMap<string, string>): End | undefined {
  if (!("element" in end)) return end;
  const element = ids.get(end.element);
  return element === undefined ? undefined : { element };
}
