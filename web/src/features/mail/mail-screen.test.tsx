// @vitest-environment jsdom
import type { MailStatus, ReceivedMail } from "@atoll/contract/mail/schemas";
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { MailScreen } from "./mail-screen.tsx";

let person: SignedIn;
afterEach(() => person.end());

const status: MailStatus = {
  ...{ isOn: true, server: "mail.example.com:587", from: "atoll@example.com", isInOn: true },
  ...{ waitingCount: 0, failedCount: 0, sentTodayCount: 3, digestOfNewPeople: "off" },
};
const refused: ReceivedMail = {
  ...{ id: testId(50), receivedAt: "2026-03-01T10:00:00.000Z", sender: "eve@example.org", person: null },
  ...{ aim: "reply", state: "refused", reason: "not_authenticated" },
};
const posted: ReceivedMail = {
  ...{ id: testId(51), receivedAt: "2026-03-01T09:00:00.000Z", sender: "ada@example.com" },
  ...{ aim: "channel", state: "posted", reason: null, person: { id: testId(1), name: "Ada Quay" } },
};

async function start(given: Partial<MailStatus>) {
  person = await startSignedIn(({ url }) => {
    if (url.startsWith("/api/admin/mail/received"))
      return {
        json: { items: url.includes("state=waiting") ? [] : [refused, posted], nextCursor: null },
      };
    if (url.startsWith("/api/admin/mail/messages")) return { json: { items: [], nextCursor: null } };
    return { json: { status: { ...status, ...given } } };
  }, aViewer());
  return person.show(<MailScreen />);
}

test("lists received mails with their senders and reasons, and those in one state", async () => {
  const user = await start({});
  expect(await screen.findByText("No mails yet")).toBeTruthy();
  await user.click(await screen.findByRole("radio", { name: "Received" }));
  expect(await screen.findByText("eve@example.org")).toBeTruthy();
  expect(screen.getByText("Neither DKIM, SPF nor DMARC confirms the domain of its sender.")).toBeTruthy();
  expect(screen.getByText("Ada Quay")).toBeTruthy();
  expect(screen.getByText("Message in a channel")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "State" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Waiting" }));
  expect(await screen.findByText("No mails in this state")).toBeTruthy();
});

test("has no list of received mails where none are taken in", async () => {
  await start({ isInOn: false });
  expect(await screen.findByText("No mails yet")).toBeTruthy();
  expect(screen.queryByRole("radio", { name: "Received" })).toBeNull();
});
