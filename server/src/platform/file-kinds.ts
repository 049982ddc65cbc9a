import type { RawBuilder } from "kysely";
import type { PictureShape } from "./files/make-portrait.ts";

/** A kind of things that files are attached to. Whoever owns the things says who uploads to them and reads of them. */
export interface FileKind<Viewer> {
  /** In the singular: "message". Stored with each file, and so never changed. */
  kind: string;
  /** Where its files lie. Specification, section 7 (storage buckets). */
  bucket: string;
  /** The key in the bucket. It begins with `public/`; small images lie beside, under `thumbnails/`. */
  keyOf(file: { ownerId: string; filename: string; subjectId: string | undefined }): string;
  /**
   * Keeps of an upload nothing but a small square picture, drawn anew: of a portrait its middle, of a logo all of it;
   * what is no picture is refused.
   */
  keepsOnly?: PictureShape;
  /** What is attached is shown to whoever knows its address, as pictures of people are, who are on every screen. */
  isOpenByAddress?: true;
  /** Who may upload for such things, and read files of them at all. */
  isOpenTo(viewer: Viewer): boolean;
  /** Whether the thing of this id is one whose files the viewer may read now: a condition, so for many at once. */
  isReadable(viewer: Viewer, subjectId: RawBuilder<string>): RawBuilder<boolean>;
}

/** The kinds of all slices. A file of a kind that nobody registered is nobody's. */
export interface FileKinds<Viewer> {
  find(kind: string): FileKind<Viewer> | undefined;
  openTo(viewer: Viewer): FileKind<Viewer>[];
  /** The names of those whose files are shown to whoever knows the address. */
  openByAddress(): string[];
}

/** Knows these kinds. */
export function createFileKinds<Viewer>(kinds: readonly FileKind<Viewer>[]): FileKinds<Viewer> {
  return {
    find: (name) => kinds.find(({ kind }) => kind === name),
    openTo: (viewer) => kinds.filter((kind) => kind.isOpenTo(viewer)),
    openByAddress: () => kinds.flatMap(({ kind, isOpenByAddress }) => (isOpenByAddress ? [kind] : [])),
  };
}
