/** Something with a page that can be shared in a chat. */
export interface SharedThing {
  /** "question" */
  kind: string;
  title: string;
  /** The path of its page. */
  path: string;
  /** Only some people can open it: the others in the chat must not learn its title. */
  isPrivate: boolean;
}

/** Pure: the message that shares a thing: the note above the link to it. */
export function shareText(
  { kind, title, path, isPrivate }: SharedThing,
  note: string,
  origin: string,
): string {
  const name = isPrivate ? `A private ${kind}` : title.replace(/[\\[\]]/g, "\\$&").replace(/\s+/g, " ");
  const link = `[${name}](${origin}${path})`;
  return note.trim() === "" ? link : `${note.trim()}\n\n${link}`;
}
