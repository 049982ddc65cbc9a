import type { RawBuilder } from "kysely";
import type { PictureShape } from "../files/make-portrait.ts";

/**
 * A kind of thing that files are attached to. The slice that owns the things decides who may upload to them and read
 * their files.
 */
export interface FileKind<Viewer> {
  /** Singular: "message". Stored with each file, so it must never change. */
  kind: string;
  /** The bucket of its files. Specification, section 7 (storage buckets). */
  bucket: string;
  /** The key in the bucket. It begins with `public/`. Thumbnails have the same key under `thumbnails/`. */
  keyOf(file: { ownerId: string; filename: string; subjectId: string | undefined }): string;
  /**
   * Keeps only a small square picture, rendered from the upload: the middle of a portrait, the whole of a logo. Files
   * that are not images are rejected.
   */
  keepsOnly?: PictureShape;
  /** Files are readable by anyone who knows their address, like people's pictures, which are on every screen. */
  isOpenByAddress?: true;
  /** Guests upload and read such files as well, by the same conditions. Of other kinds they have no files. */
  isForGuests?: true;
  /** Returns whether the viewer may upload for such things and read their files at all. */
  isOpenTo(viewer: Viewer): boolean;
  /**
   * Returns the condition that the viewer may currently read the files of the thing with this ID. As SQL, for many
   * things at once.
   */
  isReadable(viewer: Viewer, subjectId: RawBuilder<string>): RawBuilder<boolean>;
  /** The condition that search finds these files, where it leaves out some that the viewer may read. */
  isFindable?(viewer: Viewer, subjectId: RawBuilder<string>): RawBuilder<boolean>;
}

/** The kinds of all slices. A file of an unregistered kind is accessible to nobody. */
export interface FileKinds<Viewer> {
  find(kind: string): FileKind<Viewer> | undefined;
  openTo(viewer: Viewer): FileKind<Viewer>[];
  /** Returns the names of the kinds whose files are readable by anyone who knows the address. */
  openByAddress(): string[];
}

/** Creates the registry of these kinds. */
export function createFileKinds<Viewer extends { isGuest?: true | undefined }>(
  given: readonly FileKind<Viewer>[],
): FileKinds<Viewer> {
  const kinds = given.map(
    (kind): FileKind<Viewer> => ({
      ...kind,
      isOpenTo: (viewer) => (kind.isForGuests || !viewer.isGuest) && kind.isOpenTo(viewer),
    }),
  );
  return {
    find: (name) => kinds.find(({ kind }) => kind === name),
    openTo: (viewer) => kinds.filter((kind) => kind.isOpenTo(viewer)),
    openByAddress: () => kinds.flatMap(({ kind, isOpenByAddress }) => (isOpenByAddress ? [kind] : [])),
  };
}
