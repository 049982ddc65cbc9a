import type { Subject } from "@atoll/contract/comments/schemas";
import type { IdentifiedElement } from "@atoll/contract/documents/canvas";
import { canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import { documentMaxLength, documentSchemaVersion } from "@atoll/contract/documents/limits";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import { ThreadEnded } from "../../platform/threads/thread.ts";
import { TooManyWaiting } from "../../platform/turns/fair-turns.ts";
import type { Database } from "../../tables.ts";
import { findDocument } from "./queries.ts";
import { findExcess } from "./text/find-excess.ts";
import { perform } from "./thread/threads.ts";
import type { DocumentTasks } from "./thread-tasks.ts";

export interface OpenedDocument {
  /** This life of the draft. */
  epoch: string;
  /** False where the draft was open already: it is as its writers left it. */
  isNew: boolean;
}

/**
 * Opens the draft of a thing, with this Markdown as its first text. Two callers at once open one draft, with one text.
 * @throws {AppError} `document_too_large` for a text that is longer than a document may be, or takes too long to read.
 */
export function openDocument(tx: Database, subject: Subject, markdown: string): Promise<OpenedDocument> {
  return openSeeded(tx, subject, () => seed(markdown));
}

/** The same with a first state that the caller has made, for callers that hold locks which others wait for. */
export function openSeeded(
  tx: Database,
  subject: Subject,
  seedState: () => Promise<Uint8Array>,
): Promise<OpenedDocument> {
  return open(tx, subject, documentSchemaVersion, seedState);
}

/** Opens the canvas of a thing with these elements. */
export function openCanvas(
  tx: Database,
  subject: Subject,
  elements: readonly IdentifiedElement[],
): Promise<OpenedDocument> {
  return open(tx, subject, canvasSchemaVersion, () => perform("seedCanvas", { elements }));
}

async function open(
  tx: Database,
  subject: Subject,
  schemaVersion: number,
  seedState: () => Promise<Uint8Array>,
): Promise<OpenedDocument> {
  const there = await findDocument(tx, subject);
  if (there) return { epoch: there.epoch, isNew: false };
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`document ${subject.kind} ${subject.id}`}, 0))`.execute(
    tx,
  );
  const opened = await findDocument(tx, subject);
  if (opened) return { epoch: opened.epoch, isNew: false };

  const snapshot = await seedState();
  const epoch = uuidv7();
  await tx
    .insertInto("documents")
    .values({
      epoch,
      subject_kind: subject.kind,
      subject_id: subject.id,
      schema_version: schemaVersion,
      snapshot: Buffer.from(snapshot),
      size_bytes: snapshot.length,
    })
    .execute();
  return { epoch, isNew: true };
}

/**
 * Markdown as the first state of a shared document.
 * @throws {AppError} `document_too_large`.
 */
export async function seed(markdown: string): Promise<Uint8Array> {
  return convertMarkdown("seed", markdown);
}

/**
 * Converts Markdown in a thread, within the limits of a document.
 * @throws {AppError} `document_too_large`, `rate_limited`.
 */
export async function convertMarkdown<Name extends "seed" | "normalize" | "nameless">(
  name: Name,
  markdown: string,
  options: { aimsAll?: boolean } = {},
): Promise<DocumentTasks[Name]["output"]> {
  const tooLarge = (detail: string, limit: string) =>
    new AppError("document_too_large", { detail, figures: { limit } });
  if (markdown.length > documentMaxLength * 2)
    throw tooLarge("the Markdown is too long", `${documentMaxLength.toLocaleString("en-US")} characters`);
  const excess = findExcess(markdown);
  if (excess !== undefined) throw tooLarge("the Markdown is nested too deeply", excess);
  try {
    return await perform(name, { ...options, markdown });
  } catch (error) {
    if (error instanceof TooManyWaiting) throw new AppError("rate_limited", { retryAfterSeconds: 5 });
    if (!(error instanceof ThreadEnded)) throw error;
    throw tooLarge(String(error), "a text that the server can read in a few seconds");
  }
}

/**
 * Ends the draft of a thing, published or discarded, in the caller's transaction. Pages that have it open hear of it
 * after the commit, and what they send later is refused. Returns whether there was one.
 */
export async function dropDocument(tx: Database, subject: Subject): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("documents")
    .where("subject_id", "=", subject.id)
    .where("subject_kind", "=", subject.kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Has every node look again at who may read and write the drafts of these things, once the caller's transaction has
 * committed: for changes to the things themselves. Changes to people, roles and departments are noticed anyway.
 */
export async function announceDocumentRights(tx: Database, ...subjects: readonly Subject[]): Promise<void> {
  await sql`SELECT pg_notify(${notifyTopics.documentRightsChanged}, d.epoch::text) FROM documents d
    JOIN unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::uuid[])
      AS s (kind, id) ON d.subject_id = s.id AND d.subject_kind = s.kind`.execute(tx);
}
