import { isUtf8 } from "node:buffer";
import { IcsRefusal } from "../ics-refusal.ts";

/** A line of a file without its folds. */
export interface Line {
  text: string;
  /** The number of its first line in the file, from 1. */
  number: number;
  /** A line after it did not begin a property, and was joined to it. */
  isJoined: boolean;
  /** It is not UTF-8, and was read as Western European text. */
  isWestern: boolean;
}

/** The most that is read of a line. Longer ones are attachments in the file, or malicious. */
const longestLine = 200_000;
const mostLines = 400_000;
const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];
/** Programs fold lines at 75 bytes. A shorter line that breaks off was broken by hand. */
const foldedFrom = 60;
const escapedBreak = Buffer.from("\\n");

/** Properties of RFC 5545, 7953, 7986, 9073, 9074 and 9253. */
const names = new Set(
  `BEGIN END VERSION PRODID CALSCALE METHOD NAME DESCRIPTION SUMMARY LOCATION COMMENT CONTACT CATEGORIES RESOURCES UID
  URL CLASS STATUS TRANSP PRIORITY GEO SEQUENCE CREATED LAST-MODIFIED DTSTAMP DTSTART DTEND DUE DURATION COMPLETED
  PERCENT-COMPLETE RRULE EXRULE RDATE EXDATE RECURRENCE-ID ORGANIZER ATTENDEE ATTACH RELATED-TO REQUEST-STATUS FREEBUSY
  ACTION TRIGGER REPEAT ACKNOWLEDGED PROXIMITY TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL TZUNTIL TZID-ALIAS-OF COLOR
  IMAGE CONFERENCE SOURCE REFRESH-INTERVAL BUSYTYPE LINK CONCEPT REFID STRUCTURED-DATA STYLED-DESCRIPTION LOCATION-TYPE
  PARTICIPANT-TYPE RESOURCE-TYPE CALENDAR-ADDRESS`.split(/\s+/),
);
/** Properties whose values people write, which may hold line breaks of their own. */
const texts = /^(?:DESCRIPTION|SUMMARY|LOCATION|COMMENT|CONTACT|STYLED-DESCRIPTION|X-ALT-DESC)[:;]/i;
/** A property that is not in the list. */
const otherName = /^[A-Z][A-Z0-9-]+[:;]/;

/**
 * Splits a file into lines and takes out its folds. Folds are taken out of the bytes, because programs fold inside a
 * letter; then each line is decoded alone, so that one line in another encoding does not change the others. A line
 * that begins no property belongs to the line before it.
 * @throws {IcsRefusal} `ics_too_much`
 */
export function unfold(file: Uint8Array): Line[] {
  const bytes = utf8Of(file);
  const lines: Line[] = [];
  let open: OpenLine | undefined;
  // Where names are upper case, "Location: the pier" within a text is no property.
  const isUpper = !bytes.subarray(0, 200).toString("latin1").includes("begin:");
  let [at, number, blanks] = [0, 0, 0];
  while (at < bytes.length) {
    const end = endOfLine(bytes, at);
    const piece = bytes.subarray(at, end);
    number += 1;
    if (number > mostLines) throw new IcsRefusal("ics_too_much", "too many lines");
    at = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
    if (isBlank(piece)) {
      blanks += 1;
      continue;
    }
    const isFold = piece[0] === space || piece[0] === tab;
    if (open && isFold) addPiece(open, piece.subarray(1));
    else if (open && goesOn(open, piece, isUpper)) {
      open.isJoined = true;
      if (open.isText && (blanks > 0 || open.lastLength < foldedFrom))
        for (let count = 0; count <= Math.min(blanks, 1); count += 1) addPiece(open, escapedBreak);
      addPiece(open, piece);
    } else {
      if (open) lines.push(closed(open));
      open = newLine(piece, number);
    }
    open.lastLength = piece.length;
    blanks = 0;
  }
  if (open) lines.push(closed(open));
  return lines;
}

interface OpenLine {
  pieces: Uint8Array[];
  length: number;
  lastLength: number;
  number: number;
  isText: boolean;
  isJoined: boolean;
}

function newLine(piece: Uint8Array, number: number): OpenLine {
  const line = {
    pieces: [],
    length: 0,
    lastLength: 0,
    number,
    isText: texts.test(head(piece)),
    isJoined: false,
  };
  addPiece(line, piece);
  return line;
}

function addPiece(line: OpenLine, piece: Uint8Array): void {
  const left = longestLine - line.length;
  if (left <= 0) return;
  line.pieces.push(piece.subarray(0, left));
  line.length += Math.min(piece.length, left);
}

/** Returns whether a line without a fold belongs to the one before it: it begins no property, and that one may go on. */
function goesOn(open: OpenLine, piece: Uint8Array, isUpper: boolean): boolean {
  const beginning = head(piece);
  const [name = ""] = /^[\w-]+(?=[:;=])/.exec(beginning) ?? [];
  if (/^X-/i.test(name)) return false;
  if (names.has(name.toUpperCase())) return open.isText && isUpper && name !== name.toUpperCase();
  return open.isText || (open.lastLength >= foldedFrom && !otherName.test(beginning));
}

function closed({ pieces, number, isJoined }: OpenLine): Line {
  const [only] = pieces;
  const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces);
  // A line that is cut at its limit may end inside a letter.
  const isWestern = bytes.length < longestLine && !isUtf8(bytes);
  const text = new TextDecoder(isWestern ? "windows-1252" : "utf-8").decode(bytes).replaceAll("\0", "");
  return { text, number, isJoined, isWestern };
}

/** Returns the bytes of a file in UTF-8, without a byte order mark. Calendars in UTF-16 come from older programs. */
function utf8Of(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const [first, second, third] = file;
  if (first === 0xef && second === 0xbb && third === 0xbf) return file.subarray(3);
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isLittle = hasMark ? first === 0xff : first !== 0 && second === 0;
  if (!hasMark && !(isLittle || (first === 0 && second !== 0))) return file;
  return Buffer.from(new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(file));
}

function endOfLine(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1)
    if (bytes[at] === lineFeed || bytes[at] === carriageReturn) return at;
  return bytes.length;
}

function isBlank(piece: Uint8Array): boolean {
  return piece.every((byte) => byte === space || byte === tab);
}

function head(piece: Uint8Array): string {
  return Buffer.from(piece.buffer, piece.byteOffset, Math.min(piece.length, 80)).toString("latin1");
}
