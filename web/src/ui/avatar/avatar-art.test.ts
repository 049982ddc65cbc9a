import fc from "fast-check";
import { expect, test } from "vitest";
import { avatarArt, avatarHues, initials } from "./avatar-art.ts";

test("draws the same avatar for the same person", () => {
  // Fixed values: an avatar that changed with a release would make people look like strangers.
  const art = avatarArt("0197a3c2-5b1e-7cc1-9d7e-2f1f6a3b4c5d");
  expect(art).toMatchInlineSnapshot(`
    {
      "contours": [
        "M41.8,17.0Q42.1,24.3 39.9,29.7Q37.8,35.1 32.4,37.5Q26.9,40.0 21.2,37.8Q15.5,35.7 13.1,30.0Q10.8,24.3 12.7,18.1Q14.6,11.9 20.8,9.7Q26.9,7.5 34.2,8.6Q41.4,9.8 41.8,17.0Z",
        "M35.4,20.9Q37.2,24.3 35.0,27.1Q32.7,30.0 29.8,31.3Q26.9,32.6 23.7,31.6Q20.5,30.7 18.4,27.5Q16.3,24.3 18.5,21.1Q20.7,18.0 23.8,16.7Q26.9,15.4 30.2,16.5Q33.6,17.6 35.4,20.9Z",
      ],
      "hue": "#a53d25",
    }
  `);
  expect(avatarArt("0197a3c2-5b1e-7cc1-9d7e-2f1f6a3b4c5d")).toEqual(art);
});

test("whatever the id, the drawing is one of the eight hues and two closed paths", () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const { hue, contours } = avatarArt(id);
      expect(avatarHues).toContain(hue);
      for (const path of contours) expect(path).toMatch(/^M[-\d.,Q ]+Z$/);
    }),
  );
});

test("every hue is in use", () => {
  const used = new Set(Array.from({ length: 200 }, (_, index) => avatarArt(`person-${index}`).hue));
  expect(used.size).toBe(avatarHues.length);
});

test.each([
  ["Marisol Vega", "MV"],
  ["  ana   maria de souza ", "AS"],
  ["Cher", "C"],
  ["émile zola", "ÉZ"],
  ["𝒜lice 𝔹ob", "𝒜𝔹"],
  ["", "?"],
])("the initials of %j are %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
