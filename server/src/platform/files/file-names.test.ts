import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contentDisposition, displayNameOf, storageNameOf } from "./file-names.ts";

const bidi = "\u202e\u2066\u200f\u061c\ufeff\u200b";
const piece = fc.constantFrom(
  ..."../ ..\\ / \\ . .. ... C: \\\\server\\share %2e%2e%2f %00 ~ - -- $(reboot) `x` ; | & > < * ? : \" ' .exe .jpg .tar.gz .PDF CON NUL LPT1 .htaccess con.txt résumé 写真 ﷽ İ ß e\u0301 \ud800 \udfff \u{1f469}\u200d\u{1f680}".split(
    " ",
  ),
  ..."\u0000 \r\n \n \t \u001b[31m \u2028 \u2029 \u00a0".split(" "),
  ...bidi,
  " ",
);
const hostileName = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.tuple(piece, fc.nat(600), piece).map(([part, times, end]) => part.repeat(times) + end),
);

test("a display name has no folder, no invisible characters, and one line of bounded length", () => {
  fc.assert(
    fc.property(hostileName, (given) => {
      const name = displayNameOf(given);
      expect(name).not.toMatch(/^\.*$/);
      expect(name.length).toBeLessThanOrEqual(200);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toMatch(/[/\\\p{Cc}\p{Zl}\p{Zp}]/u);
      for (const mark of bidi) expect(name).not.toContain(mark);
      expect(displayNameOf(name)).toBe(name);
    }),
    { numRuns: 3_000 },
  );
});

test("a name for storage is a plain one in its folder, on any system", () => {
  fc.assert(
    fc.property(hostileName, (given) => {
      const name = storageNameOf(displayNameOf(given));
      expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}$/);
      expect(name).not.toContain("..");
      expect(name).not.toMatch(/[.-]$/);
      for (const path of [posix, win32]) {
        expect(path.basename(name)).toBe(name);
        expect(path.resolve("/files/public", name)).toBe(path.join(path.resolve("/files/public"), name));
      }
    }),
    { numRuns: 3_000 },
  );
});

test("encodes any name in one header", () => {
  fc.assert(
    fc.property(hostileName, fc.constantFrom("inline" as const, "attachment" as const), (given, kind) => {
      const header = contentDisposition(kind, given);
      expect(header).toMatch(/^(inline|attachment); filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.!~%-]*$/);
      expect(() => new Headers({ "content-disposition": header })).not.toThrow();
      const encoded = header.split("filename*=UTF-8''")[1] ?? "";
      expect(decodeURIComponent(encoded)).toBe(given.toWellFormed());
    }),
    { numRuns: 3_000 },
  );
});
