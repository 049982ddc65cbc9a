/** Eight hues dark enough for white initials, their contours included (4.7:1 at least). */
export const avatarHues = [
  "#a53d25",
  "#795409",
  "#09645f",
  "#983260",
  "#3f671f",
  "#1f5d8b",
  "#614d8c",
  "#445954",
] as const;

export interface AvatarArt {
  hue: string;
  /** Two contour lines of an islet, the lower one first, as closed paths in a 36 by 36 box. */
  contours: [string, string];
}

const drawn = new Map<string, AvatarArt>();

/** The default picture of a person, drawn from the id alone: the same on every screen, for ever. */
export function avatarArt(userId: string): AvatarArt {
  const known = drawn.get(userId);
  if (known) return known;
  const random = randomFrom(hash(userId));
  const hue = avatarHues[Math.floor(random() * avatarHues.length)] ?? avatarHues[0];
  const centre = { x: 8 + random() * 20, y: 8 + random() * 20 };
  const art: AvatarArt = { hue, contours: [blob(random, centre, 18), blob(random, centre, 9.5)] };
  drawn.set(userId, art);
  return art;
}

/** The first letters of the first and the last word of a name; '?' when there is none. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (!first) return "?";
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return (firstLetter(first) + (last ? firstLetter(last) : "")).toLocaleUpperCase();
}

/** By code point, so that a letter outside the basic plane is not cut in half. */
function firstLetter(word: string): string {
  return [...word][0] ?? "";
}

/** A closed smooth line around a centre, its eight corners pushed in and out at random. */
function blob(random: () => number, centre: { x: number; y: number }, radius: number): string {
  const corners = Array.from({ length: 8 }, (_, index) => {
    const angle = (index / 8) * 2 * Math.PI;
    const reach = radius * (0.84 + random() * 0.3);
    return { x: centre.x + Math.cos(angle) * reach, y: centre.y + Math.sin(angle) * reach };
  });
  const between = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 };
  });
  const start = between[between.length - 1] ?? centre;
  const curves = corners.map((corner, index) => `Q${point(corner)} ${point(between[index] ?? corner)}`);
  return `M${point(start)}${curves.join("")}Z`;
}

function point({ x, y }: { x: number; y: number }): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

/** FNV-1a: short, even, and the same in every browser. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32: numbers from 0 to 1, always the same row for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
