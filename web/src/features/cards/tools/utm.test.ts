import { expect, test } from "vitest";
import { asUtmWord, utmLink } from "./utm.ts";

const parts = {
  page: "pelicanworks.example/depots",
  source: "linkedin",
  medium: "paid-social",
  campaign: "w",
  content: "",
};

test("words of links are lower case, digits and dashes", () => {
  expect(asUtmWord("Photo Day A")).toBe("photo-day-a");
  expect(asUtmWord("  Été 2026! ")).toBe("ete-2026");
});

test("adds each UTM parameter once, and keeps other parameters", () => {
  expect(utmLink(parts)).toBe(
    "https://pelicanworks.example/depots?utm_source=linkedin&utm_medium=paid-social&utm_campaign=w",
  );
  const page = "https://pelicanworks.example/?a=1&utm_source=old&utm_content=old#top";
  expect(utmLink({ ...parts, page })).toBe(
    "https://pelicanworks.example/?a=1&utm_source=linkedin&utm_medium=paid-social&utm_campaign=w#top",
  );
});

test("creates no link without an address, a source, a medium and a campaign", () => {
  expect(utmLink({ ...parts, page: "depots" })).toBeUndefined();
  expect(utmLink({ ...parts, page: "javascript:alert(1)" })).toBeUndefined();
  expect(utmLink({ ...parts, source: "" })).toBeUndefined();
});
