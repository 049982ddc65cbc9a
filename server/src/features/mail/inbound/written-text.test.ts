import { expect, test } from "vitest";
import { answerLine } from "../../../platform/mail/render-mail.ts";
import { readText } from "./read-mail.ts";
import { withoutOurMail } from "./written-text.ts";

const stop = `https://atoll.example.com/unsubscribe#019ae000-0000-7000-8000-000000000000.digest.${"x".repeat(43)}`;
const address = `atoll+rm${"a".repeat(45)}@in.example.com`;
const ours = `${answerLine}\n\nMonday\n\nAna mentioned you in #salaries\n  Secret text\n  Reply by mail: ${address}\n\n-- \nPelican\nStop this digest: ${stop}`;
const quoted = ours.replace(/^/gm, "> ");

test.each([
  [
    "Outlook in Polish",
    `________________________________\nOd: Atoll <atoll@example.com>\nWysłano: 30 listopada 2026\nDo: Ben\nTemat: Digest\n\n${ours}`,
  ],
  ["Outlook in Swedish", `Från: Atoll <atoll@example.com>\nSkickat: den 30 november\nTill: Ben\n\n${ours}`],
  [
    "Outlook in Japanese",
    `差出人: Atoll <atoll@example.com>\n送信日時: 2026年11月30日\n宛先: Ben\n\n${ours}`,
  ],
  [
    "Outlook in English without a blank line",
    `From: Atoll <atoll@example.com>\nSent: Monday\nTo: Ben\nSubject: Digest\n${ours}`,
  ],
  ["Gmail", `\nOn Mon, 30 Nov 2026 at 09:00, Atoll\n<atoll@example.com> wrote:\n\n${quoted}`],
  ["a program that writes nothing above it", `\n${quoted}`],
  ["a program that breaks lines", `\n${quoted.replace(answerLine, answerLine.replace(/ (\S+)$/, "\n> $1"))}`],
  ["a program with one very long line", `\n${ours}\n${"x".repeat(100_000)}`],
  ["a program that leaves out the top of it", `\nReply by mail: ${address}\n\nStop: ${stop}`],
])("cuts our mail as %s quotes it", (_name, quote) => {
  expect(withoutOurMail(`At noon.\nBring hats: red ones.\n${quote}`)).toBe("At noon.\nBring hats: red ones.");
});

test("keeps what is written below a quote", () => {
  expect(
    withoutOurMail(`On Mon, 30 Nov 2026, Atoll <a@b.example> wrote:\n${quoted}\n\nAt noon.\n-- \nBen`),
  ).toBe("At noon.");
});

test.each([
  "Plan for tomorrow\n----\nCrane at noon\nTrucks at one",
  "Item | Count\n----\nBoxes | 3",
  "Step one\n\n--\n\nStep two",
  "At noon.\nCheers,\nBen\n\nPS: the gate code changed",
  "Regards\nBen\n\nOne more thing: the gate code is 12.",
  "First\n====\nSecond\n++\nThird\n__\nFourth",
  "Sent from Berlin are 4 crates",
  "Use this:\n> npm i\nthen that",
  "Use this:\n> npm i",
  "Please handle\n\nFrom: Cleo <cleo@example.com>\nSent: Monday\n\nThe crane is broken.",
])("keeps every word of %j", (text) => {
  expect(withoutOurMail(text)).toBe(text);
});

test("cuts a signature below its sign, and the line of a mail app, but not a long text", () => {
  expect(withoutOurMail("Yes\n-- \nBen Bek\nPelican Works")).toBe("Yes");
  expect(withoutOurMail("Yes\n\nSent from my iPhone")).toBe("Yes");
  expect(withoutOurMail("Ja\n\nVon meinem iPhone gesendet")).toBe("Ja");
  const long = `Yes\n-- \n${"a line\n".repeat(9)}`.trim();
  expect(withoutOurMail(long)).toBe(long);
});

const mail = (type: string, body: string, more = "") =>
  Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n${more}--b--\r\n`,
  );

test("leaves nothing of a mail of HTML that only quotes ours, and keeps its file", async () => {
  const file =
    "--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\r\nx\r\n";
  const html = ours.replaceAll("\n", "<br>");
  const gmail = `<div class="gmail_quote">On Mon, 30 Nov 2026 Atoll wrote:<br>${html}</div>`;
  const outlook = `<div style="border:none;border-top:solid #E1E1E1 1.0pt"><b>From:</b> Atoll &lt;atoll@example.com&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Ben</div><p>${html}</p>`;
  for (const quote of [gmail, outlook]) {
    expect(await readText(mail("text/html", quote, file), true)).toMatchObject({
      text: "",
      files: [{ name: "plan.pdf" }],
    });
    expect((await readText(mail("text/html", `<p>At noon</p>${quote}`), true)).text).toBe("At noon");
  }
});

test("removes our secrets from what is left, and attached mails of ours", async () => {
  const eml = `--b\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment; filename=digest.eml\r\n\r\nReply-To: ${address}\r\n\r\nx\r\n`;
  const link = encodeURIComponent(stop);
  const read = await readText(
    mail("text/plain", `See ${stop} and https://safe.example/?u=${link}`, eml),
    false,
  );
  expect(read.text).not.toContain("x".repeat(43));
  expect(read).toMatchObject({ files: [], leftOut: ["digest.eml"] });
  const forwarded = `Please handle\n\n-----Original Message-----\nFrom: Cleo <c@d.example>\n\n> Begin forwarded message:\n> ${answerLine}\n> to ${address}`;
  const task = await readText(mail("text/plain", forwarded), false);
  expect(task.text).toBe(forwarded.replace(/\+rm.*@/, "…@"));
});
