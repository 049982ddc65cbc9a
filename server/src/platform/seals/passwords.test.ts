import { describe, expect, test } from "vitest";
import { assertAcceptablePassword } from "./passwords.ts";

const words = ["Ada.Lovegood@pelicanworks.example", "Ada Lovegood-Marsh", "Pelican Works", "Atoll"];

describe("a new password", () => {
  test.each([
    ["one of the commonest", "password123"],
    ["one of the commonest in capitals", "QwertyUIOP"],
    ["one of the commonest twice", "passwordpassword"],
    ["one character over and over", "zzzzzzzzzzzz"],
    ["a few characters over and over", "x1y2x1y2x1y2"],
    ["digits in their order", "0123456789"],
    ["digits in their order over the end", "567890123456"],
    ["digits backwards", "9876543210"],
    ["the alphabet", "abcdefghijkl"],
    ["the owner's email", "ada.lovegood@pelicanworks.EXAMPLE"],
    ["the part of the email before its @", "ada.lovegood"],
    ["the owner's name", "adalovegoodmarsh"],
    ["the company's name", "Pelican-Works"],
    ["the product's name twice", "AtollAtoll"],
  ])("is refused when it is %s", async (_what, password) => {
    await expect(assertAcceptablePassword(password, words)).rejects.toMatchObject({
      code: "password_too_common",
      fields: [{ path: "password", message: expect.stringContaining("Choose another one") }],
    });
  });

  test.each([
    "correct horse battery",
    "Ada Lovegood-Marsh 1815",
    "0123456789 and back",
    "päßwörter sind gut",
    "🐦🦜🐧🦆🦉",
  ])("is taken when nobody would guess it first: %s", async (password) => {
    await expect(assertAcceptablePassword(password, words)).resolves.toBeUndefined();
  });

  test("ignores empty personal words, and a refusal names the given field", async () => {
    await expect(assertAcceptablePassword("!?!.-,.;:_#+~", ["", "@"])).resolves.toBeUndefined();
    await expect(assertAcceptablePassword("1234567890", [], "rows.3.password")).rejects.toMatchObject({
      fields: [{ path: "rows.3.password" }],
    });
  });
});
