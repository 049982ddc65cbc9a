import { randomInt } from "node:crypto";

/** None of these letters and digits looks like another. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** Returns a password of 16 letters and digits, 80 bits, in groups that can be read out. */
export function firstPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}
