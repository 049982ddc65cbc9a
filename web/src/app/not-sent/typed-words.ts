/** The fields of any body that hold what a person typed, in the order in which they are read. */
const typedFields = [
  "title",
  "name",
  "url",
  "filename",
  "text",
  "content",
  "description",
  "body",
  "notes",
  "note",
  "reply",
  "reason",
  "location",
  "data",
];

/** Holds what was typed, under other names. */
const containers = [
  "task",
  "event",
  "idea",
  "question",
  "note",
  "change",
  "set",
  "answer",
  "requirement",
  "link",
];

/**
 * Pure: returns what a person typed in the body of an entry of any kind, one field a paragraph. Empty for a change without
 * words, such as a move.
 */
export function typedWords(body: object): string {
  return [...new Set(wordsIn(changeIn(body) ?? body))].join("\n\n");
}

/** Pure: returns the name of what a change is about, such as “Price list”; undefined for other entries. */
export function changedThing(body: object): string | undefined {
  return changeIn(body) && "title" in body && typeof body.title === "string" ? body.title : undefined;
}

const changeIn = (body: object): object | undefined =>
  "change" in body && isObject(body.change) ? body.change : undefined;

function wordsIn(body: object): string[] {
  const values = new Map<string, unknown>(Object.entries(body));
  const own = typedFields.flatMap((field) => {
    const value = values.get(field);
    if (typeof value === "string") return value.trim() === "" ? [] : [value];
    return field === "data" && isObject(value) ? Object.values(value).filter(isText) : [];
  });
  return [
    ...own,
    ...containers.flatMap((field) => (isObject(values.get(field)) ? wordsIn(Object(values.get(field))) : [])),
  ];
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
