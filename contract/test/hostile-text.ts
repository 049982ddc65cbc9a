import fc from "fast-check";

// Texts that try to become more than text. Biased to what readers of Markdown and of HTML have stumbled over.

const words = fc.constantFrom(
  "a",
  "b c",
  "Ruth",
  "@Ruth Adeyemi",
  "@channel",
  "@here",
  "x@y.example",
  "☃",
  "مرحبا",
  "中文",
  "ﷺ",
  "\u202e",
  "\u200b",
  "\u0000",
  "\ufeff",
  "\ud800",
  "İ",
);
const marks = fc.constantFrom(
  ..."* ** *** _ __ ~ ~~ ` `` ``` ```` ~~~ > >> - + 1. 0) 999999999. # ###### | || |- |:-: --- === [ ] ( ) ![ ]( [] []() \\ ! : ; & < > <!-- --> <? ?> <![CDATA[ ]]> ' \"".split(
    " ",
  ),
);
const space = fc.constantFrom(
  " ",
  "  ",
  "    ",
  "\t",
  "\n",
  "\n\n",
  "\r\n",
  "\u000b",
  "\u00a0",
  "\u2028",
  "  \n",
);
const entity = fc.constantFrom(
  ..."&lt; &gt; &amp; &quot; &#60; &#x3c; &#0000106; &#x6A; &colon; &Tab; &NewLine; &nbsp; &#0; &#xFFFFFF; &notanentity; &lt".split(
    " ",
  ),
);

/** Between the letters of a scheme: what some readers drop, and some decode. */
const noise = fc.constantFrom(
  "",
  "",
  "",
  "",
  "\t",
  "\n",
  "\u0000",
  "\u00ad",
  "&Tab;",
  "&#x0A;",
  "%0a",
  "\\",
  "/",
);
const scheme = fc
  .tuple(
    fc.constantFrom(
      "javascript",
      "JaVaScRiPt",
      "vbscript",
      "data",
      "file",
      "blob",
      "view-source",
      "https",
      "http",
      "mailto",
      "ftp",
      "ws",
      "about",
      "intent",
      "//evil.example",
      "\\\\evil.example",
      "&#106;avascript",
    ),
    fc.array(noise, { maxLength: 4 }),
    fc.constantFrom(":", ":", "&colon;", "&#58;", "%3a", " :", "://"),
    fc.constantFrom(
      "alert(1)",
      "//a.example/x",
      "text/html,<script>alert(1)</script>",
      "text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
      "//user:pass@a.example:99999/%zz?q=<svg onload=alert(1)>#'\"",
      "x@y.example?subject=<b>",
      "//[::1]/",
      "//a.example/(((",
      "",
    ),
  )
  .map(([name, noises, colon, rest]) => {
    const letters = Array.from(name);
    for (const [index, one] of noises.entries())
      letters.splice((index * 3 + 1) % (letters.length + 1), 0, one);
    return letters.join("") + colon + rest;
  });
const link = fc
  .tuple(
    fc.constantFrom("[", "![", "[![", "<", "[x]: ", ""),
    fc.oneof(words, scheme),
    scheme,
    fc.constantFrom(")", ' "title" onerror=alert(1))', ">", "\n)", ""),
  )
  .map(([open, text, address, close]) =>
    open.endsWith("[") ? `${open}${text}](${address}${close}` : `${open}${address}${close}`,
  );

const element = fc
  .tuple(
    fc.constantFrom(
      ..."script img svg iframe a b style base meta object embed form input video math details body template plaintext noscript x-y textarea title link".split(
        " ",
      ),
    ),
    fc.array(
      fc.tuple(
        fc.constantFrom(
          ..."onerror onload onclick onmouseover onfocus src href srcdoc style action formaction xlink:href data-x id name class autofocus".split(
            " ",
          ),
        ),
        fc.constantFrom("=", " = ", "=\n"),
        fc.constantFrom(
          "alert(1)",
          '"alert(1)"',
          "'alert(1)'",
          "`alert(1)`",
          "javascript:alert(1)",
          "x",
          '"><script>alert(1)</script>',
        ),
      ),
      { maxLength: 3 },
    ),
    fc.constantFrom(">", "/>", "", " >x</", "\n>"),
  )
  .map(
    ([name, attributes, close]) => `<${name} ${attributes.map((parts) => parts.join("")).join(" ")}${close}`,
  );

const piece = fc.oneof(
  { weight: 5, arbitrary: words },
  { weight: 8, arbitrary: marks },
  { weight: 4, arbitrary: space },
  { weight: 2, arbitrary: entity },
  { weight: 2, arbitrary: scheme },
  { weight: 2, arbitrary: link },
  { weight: 2, arbitrary: element },
);
const mixed = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

/** One thing in another in another. */
const nested = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        "*,*",
        "**,**",
        "_,_",
        "~~,~~",
        "`,`",
        "> ,",
        "- ,",
        "1. ,",
        "[,](https://a.example)",
        "![,](javascript:x)",
        "<b>,</b>",
        "```\n,\n```",
        "(,)",
        "# ,",
      ),
      { minLength: 1, maxLength: 12 },
    ),
    mixed,
  )
  .map(([wraps, core]) =>
    wraps.reduce((text, wrap) => {
      const [before = "", after = ""] = wrap.split(",");
      return before + text + after;
    }, core),
  );

const table = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.nat(4), fc.array(piece, { minLength: 1, maxLength: 5 }))
  .map(([columns, rows, cells]) => {
    const row = (at: number) =>
      `|${Array.from({ length: columns }, (_, index) => cells[(at + index) % cells.length]).join("|")}|`;
    const lines = Array.from({ length: rows }, (_, index) => row(index + 1));
    return [row(0), `|${"-|".repeat(columns)}`, ...lines].join("\n");
  });

/** A few marks over and over, up to the longest message and somewhat more. */
const repeated = (maxLength: number) =>
  fc.tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.nat(maxLength)).map(([pieces, length]) => {
    const part = pieces.join("") || "a";
    return part.repeat(Math.ceil(length / part.length)).slice(0, length);
  });

export const hostileText = fc.oneof(
  { weight: 900, arbitrary: mixed },
  { weight: 300, arbitrary: nested },
  { weight: 80, arbitrary: table },
  { weight: 200, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 80, arbitrary: repeated(80) },
  { weight: 1, arbitrary: repeated(8500) },
);
