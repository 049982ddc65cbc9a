import { sql } from "kysely";
import type { FileKind } from "../../../platform/kinds/file-kinds.ts";
import type { RequestViewer } from "../../../slice.ts";

export const pictureKind = "picture";

/**
 * The pictures of people, which are rendered again on upload and visible to everyone. Specification, section 3
 * (profile).
 */
export const pictureFiles: FileKind<RequestViewer> = {
  kind: pictureKind,
  bucket: "avatars",
  keyOf: ({ ownerId, filename }) => `public/${ownerId}/${filename}`,
  keepsOnly: "portrait",
  isOpenByAddress: true,
  isForGuests: true,
  isOpenTo: () => true,
  isReadable: () => sql<boolean>`true`,
};
