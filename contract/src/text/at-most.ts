/**
 * Returns the arguments of `refine` for a text of at most `max` code points, as people count characters: an emoji is
 * one, or a few.
 * @param what begins the message: "A title".
 */
/* @__NO_SIDE_EFFECTS__ */ export function atMost(what: string, max: number) {
  return [
    (text: string) => text.length <= max || [...text].length <= max,
    `${what} can have at most ${max} characters`,
  ] as const;
}
