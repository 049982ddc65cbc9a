import { expect, test } from "vitest";
import { isAuthenticated, isPlainAddress, isSentByAuthor, readLines } from "./authentication.ts";
import { readHead } from "./read-mail.ts";

const judge = (values: readonly string[], domain = "example.com") =>
  isAuthenticated(
    values.map((value) => ({ key: "authentication-results", value })),
    { authservId: "mx.example.net", domain },
  );

test.each([
  ["a DKIM signature", "mx.example.net; dkim=pass (2048-bit key) header.d=example.com header.s=k1"],
  ["a DKIM signature by its identity", "mx.example.net 1; dkim=pass header.i=@example.com"],
  ["one of several signatures", "mx.example.net; dkim=fail header.d=x.org; dkim=pass header.d=example.com"],
  ["an SPF check", "mx.example.net; spf=pass\r\n\tsmtp.mailfrom=ada@example.com"],
  ["DMARC", "MX.Example.Net; dmarc = pass (p=none; dis=none) header.from=Example.com"],
])("believes %s of the sender's domain", (_name, value) => {
  expect(judge([value])).toBe(true);
});

test("believes the domain above the sender's, and none below it", () => {
  expect(judge(["mx.example.net; dkim=pass header.d=example.com"], "mail.example.com")).toBe(true);
  expect(judge(["mx.example.net; dkim=pass header.d=mail.example.com"])).toBe(false);
  expect(judge(["mx.example.net; dkim=pass header.d=com"])).toBe(false);
  expect(judge(["mx.example.net; spf=pass smtp.mailfrom=notexample.com"])).toBe(false);
});

test.each([
  ["of another server", "mx.evil.org; dkim=pass header.d=example.com"],
  ["of a server with a longer name", "mx.example.net.evil.org; dkim=pass header.d=example.com"],
  ["that failed", "mx.example.net; dkim=fail header.d=example.com; spf=softfail smtp.mailfrom=example.com"],
  ["of another domain", "mx.example.net; dkim=pass header.d=evil.org; spf=pass smtp.mailfrom=evil.org"],
  ["in a comment", "mx.example.net; dkim=none (dkim=pass header.d=example.com)"],
  ["in quotes", 'mx.example.net; spf=fail smtp.mailfrom="x; dkim=pass header.d=example.com"@evil.org'],
  ["behind a comment that never ends", "mx.example.net; (dkim=pass; dkim=pass header.d=example.com"],
  ["of a method that proves no domain", "mx.example.net; iprev=pass policy.iprev=192.0.2.1"],
  ["that is empty", ""],
])("does not believe a result %s", (_name, value) => {
  expect(judge([value])).toBe(false);
});

test("believes only the topmost result of the server, since a sender can write more below it", () => {
  const forged = "mx.example.net; dkim=pass header.d=example.com";
  expect(judge(["mx.example.net; dkim=none", forged])).toBe(false);
  expect(judge(["mx.example.net; spf=fail smtp.mailfrom=evil.org; dkim=none", forged])).toBe(false);
  const otherMethod = "mx.example.net; dmarc=pass header.from=example.com";
  expect(judge(["mx.example.net; dkim=none; spf=fail smtp.mailfrom=evil.org", otherMethod])).toBe(false);
  expect(judge(["mx.other.net; dmarc=fail", otherMethod])).toBe(true);
});

test.each([
  [
    "a comment that never ends",
    "mx.example.net; dmarc=fail header.from=example.com; spf=fail (domain of a(b@evil.org does not)",
  ],
  ["a quote that never ends", 'mx.example.net; dmarc=fail; spf=fail smtp.mailfrom="b@evil.org'],
  [
    "more results than it can have",
    `mx.example.net; dmarc=fail; ${"dkim=fail (of a signature) header.d=evil.org; ".repeat(200)}`,
  ],
])("believes nothing below a result with %s", (_name, value) => {
  expect(judge([value, "mx.example.net; dmarc=pass header.from=example.com"])).toBe(false);
});

test.each([
  "Authentication-Results : ",
  "Authentication-Results\t: ",
  "\u00a0Authentication-Results: ",
  "Authentication-Results\u00a0: ",
  "Authentication-Results\u000b: ",
  "\u000cAuthentication-Results: ",
])("confirms no mail with the line %j, which mail servers do not remove", async (name) => {
  const read = (line: string) =>
    readHead(Buffer.from(`${line}\r\nFrom: ada@example.com\r\nSubject: x\r\n\r\nHi`, "latin1"), {
      authservId: "mx.example.net",
      envelopeSender: "",
    });
  const result = "mx.example.net;\r\n dmarc=pass header.from=example.com";
  expect((await read(`Authentication-Results: ${result}`)).isConfirmed).toBe(true);
  expect((await read(`${name}${result}`)).isConfirmed).toBe(false);
  expect(
    (await read(`Authentication-Results: mx.example.net; dkim=none\r\n${name}${result}`)).isConfirmed,
  ).toBe(false);
});

test("takes no address whose letters could be a result in the header of results", () => {
  for (const local of ['"a;dkim=pass()header.d=victim.com()x"', "a(b", "a;b", "a<b", "a>b", "a\\b", 'a`"b'])
    expect(isPlainAddress(`${local}@evil.org`)).toBe(false);
  expect(isPlainAddress("bounce+ada=example.com@lists.example.org")).toBe(true);
});

test("follows a DMARC check that failed, whatever else passed", () => {
  const dkim = "mx.example.net; dkim=pass header.d=example.com";
  expect(judge(["mx.example.net; dmarc=fail header.from=mail.example.com", dkim], "mail.example.com")).toBe(
    false,
  );
});

const now = Date.parse("2026-11-30T12:00:00Z");
const head = [
  "From: ben@example.com",
  "To: atoll+c@in.example.net",
  "Subject: Crane",
  "Message-ID: <1@example.com>",
  "Date: Mon, 30 Nov 2026 10:00:00 +0000 (UTC)",
];
const covering = "from:to:to:cc:subject:subject:message-id:message-id:date:date";
const signature = (h: string, more = "") =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=k1;${more}\r\n\th=${h}; bh=x; b=abcdefgh\r\n ijkl`;
const signed = "dkim=pass header.d=example.com header.s=k1 header.b=abcdefgh";
function proves(results: string, more: readonly string[], { envelopeSender = "", lines = head } = {}) {
  const all = [`Authentication-Results: mx.example.net; ${results}`, ...more, ...lines].join("\r\n");
  const of = { authservId: "mx.example.net", sender: "ben@example.com", envelopeSender, now };
  return isSentByAuthor(readLines(all) ?? [], of);
}
const without = (name: string) => head.filter((line) => !line.startsWith(name));

test("takes a mail as sent by its author by SPF only if they are the sender of the envelope as well", () => {
  const envelopeSender = "ben@example.com";
  expect(proves("spf=pass smtp.mailfrom=ben@example.com", [], { envelopeSender })).toBe(true);
  expect(proves("spf=pass smtp.mailfrom=example.com", [], { envelopeSender })).toBe(true);
  expect(proves("spf=pass smtp.mailfrom=ben@example.com", [], { envelopeSender: "cleo@example.com" })).toBe(
    false,
  );
  expect(proves("spf=pass smtp.mailfrom=evil.org", [], { envelopeSender })).toBe(false);
  expect(proves("spf=pass smtp.mailfrom=com", [], { envelopeSender })).toBe(false);
  expect(proves("spf=softfail smtp.mailfrom=example.com", [], { envelopeSender })).toBe(false);
});

test("takes a mail as sent by its author by a signature only if nothing can be added to its head", () => {
  expect(proves(signed, [signature(covering)])).toBe(true);
  const microsoft = "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck";
  const once = "from:to:cc:subject:message-id:date";
  for (const h of [microsoft, once, covering.replace(":cc", ""), covering.replace(":to:to", ":to")])
    expect(proves(signed, [signature(h)])).toBe(false);
  expect(proves(signed, [signature(covering)], { lines: [...head, "Cc: atoll+d@in.example.net"] })).toBe(
    false,
  );
  expect(proves(signed, [signature(covering, " l=10;")])).toBe(false);
  expect(proves("dkim=pass header.d=example.com", [signature(covering)])).toBe(false);
  // One was added that the result is not about.
  expect(proves(signed, [signature(covering), signature(microsoft)])).toBe(false);
  expect(proves(signed.replace("abcdefgh", "zzzzzzzz"), [signature(covering)])).toBe(false);
  expect(proves("dkim=pass header.d=evil.org header.s=k1", [signature(covering)])).toBe(false);
  expect(proves(signed, [])).toBe(false);
});

test("takes no mail as sent by its author that is old, or names its day, subject or number twice", () => {
  const by = (lines: readonly string[]) =>
    proves("spf=pass smtp.mailfrom=example.com", [], {
      envelopeSender: "ben@example.com",
      lines: [...lines],
    });
  expect(by(head)).toBe(true);
  for (const date of [
    "Mon, 30 Nov 2019 10:00:00 +0000",
    "Sun, 22 Nov 2026 10:00:00 +0000",
    "Thu, 3 Dec 2026 10:00:00 +0000",
    "soon",
  ])
    expect(by([...without("Date"), `Date: ${date}`])).toBe(false);
  for (const line of [
    "Message-ID: <2@example.com>",
    "Date: Mon, 30 Nov 2026 10:00:00 +0000",
    "Subject: x",
    "To: x@y.example",
  ])
    expect(by([line, ...head])).toBe(false);
  for (const name of ["Date", "Message-ID"]) expect(by(without(name))).toBe(false);
});

test("reads a header of parentheses and quotes in one pass", () => {
  expect(judge([`mx.example.net; ${"(".repeat(1_000_000)}`, `mx.example.net; ${'"('.repeat(500_000)}`])).toBe(
    false,
  );
});
