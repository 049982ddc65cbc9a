import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
} from "lucide-react";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import type { Attachment } from "../wire.ts";

export interface FileKind {
  /** The label next to the size: "PDF", "Image". */
  label: string;
  icon: IconType;
}

/** Returns a label for the kind of a file, based on its type, or on its name if the type is unknown. */
export function fileKind({
  mimeType,
  originalName,
}: Pick<Attachment, "mimeType" | "originalName">): FileKind {
  const known = kinds.find(([type]) => type.test(mimeType));
  if (known) return known[1];
  const extension = /\.([a-z0-9]{1,5})$/i.exec(originalName)?.[1];
  return { label: extension?.toUpperCase() ?? "File", icon: File };
}

const kinds: readonly [type: RegExp, kind: FileKind][] = [
  [/^image\/svg/, { label: "SVG", icon: FileCode }],
  [/^text\/html$/, { label: "HTML", icon: FileCode }],
  [/^(application|text)\/xml$/, { label: "XML", icon: FileCode }],
  [/^image\//, { label: "Image", icon: FileImage }],
  [/^video\//, { label: "Video", icon: FileVideo }],
  [/^audio\//, { label: "Audio", icon: FileAudio }],
  [/^application\/pdf$/, { label: "PDF", icon: FileText }],
  [/(word|opendocument\.text|rtf)/, { label: "Document", icon: FileText }],
  [/(excel|spreadsheet|csv)/, { label: "Spreadsheet", icon: FileSpreadsheet }],
  [/(zip|compressed|x-tar|gzip)/, { label: "Archive", icon: FileArchive }],
  [/^text\//, { label: "Text", icon: FileText }],
];
