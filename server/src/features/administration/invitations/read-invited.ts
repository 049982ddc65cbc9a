import { maxInvited } from "@atoll/contract/administration/limits";
import { accountEmailSchema, accountNameSchema } from "@atoll/contract/administration/schemas";
import { isEmailAddress } from "@atoll/contract/email";
import { AppError } from "../../../platform/app-error.ts";
import { isMailable } from "../../../platform/configuration/mail-config.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";

/** A person as the list names them. */
export interface InvitedPerson {
  /** The line of the list, from 1. */
  line: number;
  email: string;
  name: string;
}

export interface RefusedLine {
  line: number;
  text: string;
  reason: string;
}

/** Characters shown of a line that invites nobody. */
const shownLength = 120;

/**
 * Reads a list of people as they are pasted: a line of a CSV file with a name and an address in any order, an address
 * alone, `Name <address>`, or several of those with commas between them. A first line without an address is a heading.
 * Work per character is bounded, and other requests are served in between, whatever is pasted.
 * @throws {AppError} `too_many_invited` for far more lines than people can be invited.
 */
export async function readInvited(
  list: string,
): Promise<{ people: InvitedPerson[]; refused: RefusedLine[] }> {
  const people: InvitedPerson[] = [];
  const refused: RefusedLine[] = [];
  const yieldToLoop = shareLoop();
  for (const [index, written] of list.split(/\r\n?|\n/).entries()) {
    const line = index + 1;
    const named = new PeopleOfLine();
    for (const piece of piecesOf(written)) {
      for (const cell of cellsOf(piece)) named.add(cell);
      if (named.people.length > maxInvited) throw new AppError("too_many_invited");
      await yieldToLoop();
    }
    for (const cells of named.end()) {
      const read = readPerson(cells);
      if (typeof read !== "string") people.push({ line, ...read });
      else if (!(index === 0 && isHeading(cells)))
        refused.push({ line, text: cells.join(", ").slice(0, shownLength), reason: read });
      await yieldToLoop();
    }
    if (people.length + refused.length > maxInvited + mostRefused) throw new AppError("too_many_invited");
  }
  return { people, refused };
}

/** More lines without a person than this are no list of people. */
const mostRefused = 1_000;
/** Characters that are read without a pause. */
const pieceLength = 2_000;

/** Cuts a line that names hundreds of people, each time behind an address. */
function* piecesOf(line: string): Generator<string> {
  let from = 0;
  while (line.length - from > pieceLength) {
    const address = line.lastIndexOf("@", from + pieceLength);
    const behind = address > from ? line.slice(address, address + pieceLength).search(/[\s,;|>]/) : -1;
    const to = behind > 0 ? address + behind : from + pieceLength;
    yield line.slice(from, to);
    from = to;
  }
  yield line.slice(from);
}

interface Cell {
  text: string;
  /** It is between < and >, after the name that belongs to it. */
  isBracketed: boolean;
}

/** Returns the cells of a line, without empty ones. Separators within quotation marks belong to a name. */
function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  // A mark without a second one quotes nothing.
  const canQuote = line.split('"').length % 2 === 1;
  let text = "";
  let isQuoted = false;
  let isBracketed = false;
  const end = () => {
    if (text.trim() !== "") cells.push({ text: text.trim(), isBracketed });
    text = "";
  };
  for (const sign of line) {
    if (sign === '"') isQuoted = canQuote && !isQuoted;
    else if (isQuoted || !",;\t|<>".includes(sign)) text += sign;
    else {
      end();
      isBracketed = sign === "<";
    }
  }
  end();
  return cells;
}

/**
 * Groups the cells of a line by person. A line with one address is one person; with several, the first cell says whether
 * names come before their addresses or after them.
 */
class PeopleOfLine {
  readonly people: string[][] = [];
  private names: string[] = [];
  private isAddressFirst: boolean | undefined;

  add({ text, isBracketed }: Cell): void {
    const parts = isEmailAddress(text) ? [text] : splitAddress(text);
    for (const part of parts) {
      const isAddress = isEmailAddress(part);
      this.isAddressFirst ??= isAddress;
      if (!this.isAddressFirst) this.addBefore(part, isAddress);
      else if (isAddress) this.people.push([...this.takeName(isBracketed || parts.length > 1), part]);
      else this.people.at(-1)?.push(part);
    }
  }

  private addBefore(part: string, isAddress: boolean): void {
    this.names.push(part);
    if (!isAddress) return;
    this.people.push(this.names);
    this.names = [];
  }

  /** `ana@example.com, Ben <ben@example.com>`: this name is not of the address before it. */
  private takeName(isOwn: boolean): string[] {
    const before = this.people.at(-1);
    return isOwn && before && before.length > 1 ? before.splice(-1) : [];
  }

  end(): string[][] {
    const [only] = this.people;
    if (this.names.length > 0 && this.people.length === 1) only?.push(...this.names);
    else if (this.names.length > 0) this.people.push(this.names);
    return this.people;
  }
}

/** `Ana Lima ana@example.com`: the address is the last word, without anything around it. */
function splitAddress(cell: string): string[] {
  const words = cell.split(/\s+/);
  const addresses = words.filter(isEmailAddress);
  if (addresses.length === 0) return [cell];
  const name = words.filter((word) => !isEmailAddress(word)).join(" ");
  return [...(name ? [name] : []), ...addresses];
}

/** @returns the reason against it as text for people. */
function readPerson(cells: readonly string[]): Omit<InvitedPerson, "line"> | string {
  const email = accountEmailSchema.safeParse(cells.find(isEmailAddress) ?? "");
  if (!email.success || !isMailable(email.data)) return "This line has no email address";
  const written = cells.filter((cell) => !isEmailAddress(cell)).join(" ");
  if (written === "") return { email: email.data, name: "" };
  const name = accountNameSchema.safeParse(written);
  if (!name.success) return `Name: ${name.error.issues[0]?.message ?? "not valid"}`;
  return { email: email.data, name: name.data };
}

function isHeading(cells: readonly string[]): boolean {
  return (
    cells.length <= 4 && cells.some((cell) => /mail|adress|address|correo|courriel/i.test(cell.slice(0, 40)))
  );
}
