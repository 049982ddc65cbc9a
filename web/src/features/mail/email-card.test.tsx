// @vitest-environment jsdom
import type { MailPreferences } from "@atoll/contract/mail/schemas";
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { EmailCard } from "./email-card.tsx";
import { UnsubscribeForm } from "./unsubscribe-form.tsx";

let person: SignedIn;
let preferences: MailPreferences;
let requests: ReceivedRequest[];
let refusal: "rate_limited" | "unsubscribe_link_not_valid" | undefined;

afterEach(() => person.end());

async function start(more: { isOn?: boolean; refusal?: string } = {}) {
  const standard = { digest: "off", digestHour: 8, digestWeekday: 1 } as const;
  preferences = { ...standard, announcements: true, showsTexts: false };
  requests = [];
  refusal = undefined;
  const place = { isOn: true, address: "ana@example.com", zone: "Europe/Berlin", refusal: null, ...more };
  person = await startSignedIn((request) => {
    if (request.method === "GET") return { json: { ...place, preferences } };
    requests.push(request);
    if (refusal) return refuse(refusal);
    if (request.method === "POST") return { status: 204 };
    Object.assign(preferences, request.body);
    return { json: { ...place, preferences } };
  });
}

test("a digest is chosen with its hour and day, each saved by itself", async () => {
  await start();
  const user = person.show(<EmailCard />);
  await user.click(await screen.findByRole("combobox", { name: "Digest" }));
  expect(screen.queryByRole("combobox", { name: "From" })).toBeNull();
  await user.click(await screen.findByRole("option", { name: "Every week" }));
  await user.click(await screen.findByRole("combobox", { name: "Day" }));
  await user.click(await screen.findByRole("option", { name: "Friday" }));
  await user.click(await screen.findByRole("combobox", { name: "From" }));
  await user.click(await screen.findByRole("option", { name: "17:00" }));
  await vi.waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([
      { digest: "weekly" },
      { digestWeekday: 5 },
      { digestHour: 17 },
    ]),
  );
  expect(screen.getByText(/Times are those of Europe\/Berlin/)).toBeTruthy();
});

test("a choice that is refused goes back, and says why", async () => {
  await start();
  const user = person.show(<EmailCard />);
  const toggle = await screen.findByRole<HTMLInputElement>("switch", { name: /^Announcements to confirm/ });
  refusal = "rate_limited";
  await user.click(toggle);
  await screen.findByRole("alert");
  expect(toggle.checked).toBe(true);
});

test("without mail, the card says why there is nothing to choose", async () => {
  await start({ isOn: false });
  person.show(<EmailCard />);
  await screen.findByText(/This workspace sends no mail/);
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("an address that the mail server refused is shown with its answer", async () => {
  await start({ refusal: "550 5.1.1 No such user" });
  person.show(<EmailCard />);
  await screen.findByText("550 5.1.1 No such user");
});

test("a mail's link stops its kind of mail with one press, and nothing before it", async () => {
  await start();
  const user = person.show(<UnsubscribeForm link="x.announcement.y" settingsLink={null} />);
  const button = await screen.findByRole("button", { name: "Stop announcements to confirm by mail" });
  expect(requests).toEqual([]);
  refusal = "unsubscribe_link_not_valid";
  await user.click(button);
  await screen.findByText(/This link does not work/);
  refusal = undefined;
  await user.click(button);
  await screen.findByText(/You no longer get announcements to confirm by mail/);
  expect(requests.map(({ url }) => url)).toEqual(Array(2).fill("/api/mail/unsubscribe/x.announcement.y"));
});
