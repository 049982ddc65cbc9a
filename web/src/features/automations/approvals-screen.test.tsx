// @vitest-environment jsdom
import type { Approval } from "@atoll/contract/automations/approval-schemas";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { ApprovalScreen, ApprovalsScreen } from "./approvals-screen.tsx";

let person: SignedIn;
let current: Approval;
let reading: (request: ReceivedRequest) => Answer | undefined;
let answering: (request: ReceivedRequest) => Answer;
let sent: unknown[];

const viewer = aViewer();
const own = { id: viewer.id, name: viewer.name, isApproved: null, reason: "", answeredAt: null };
const ben = { id: testId(2), name: "Ben Roe", isApproved: null, reason: "", answeredAt: null };
const open: Approval = {
  ...{ id: testId(70), text: "Buy a chair?", automation: "Purchases", owner: "Ada Quay" },
  subject: { title: "A chair", link: "/tasks?task=1" },
  ...{ needs: "one", state: "open", endReason: null },
  ...{ at: "2026-03-02T10:00:00.000Z", endsAt: "2026-03-09T10:00:00.000Z", people: [own, ben] },
};
const answeredAt = "2026-03-02T11:00:00.000Z";

beforeEach(() => {
  current = open;
  sent = [];
  reading = () => undefined;
  answering = ({ body }) => {
    sent.push(body);
    current = { ...open, state: "approved", people: [{ ...own, isApproved: true, answeredAt }, ben] };
    return { json: { approval: current } };
  };
});
afterEach(() => person.end());

async function start(ui = <ApprovalsScreen />) {
  person = await startSignedIn((request) => {
    const { method, url } = request;
    if (method === "PUT" && url.includes("/answer")) return answering(request);
    const read = reading(request);
    if (read) return read;
    if (url.includes(`/api/approvals/${open.id}`)) return { json: { approval: current } };
    const isAsked = url.includes("open=true") === (current.state === "open");
    if (url.includes("/api/approvals"))
      return { json: { items: isAsked ? [current] : [], nextCursor: null } };
    return { json: { items: [], drafts: [], people: [], nextCursor: null } };
  }, viewer);
  return person.show(ui);
}
const reasonField = () => screen.findByLabelText<HTMLTextAreaElement>("Reason (optional)");

test("approves with the reason that was typed, and has nothing to answer then", async () => {
  const user = await start();
  await user.type(await reasonField(), "We need it");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await screen.findByText("Nothing to approve");
  expect(sent).toEqual([{ isApproved: true, reason: "We need it" }]);
  await user.click(screen.getByRole("radio", { name: "Earlier" }));
  await screen.findByText("Buy a chair?");
  expect(screen.queryByLabelText("Reason (optional)")).toBeNull();
  expect(screen.queryByText("The reason that you wrote was not sent:")).toBeNull();
});

test("says that the requests could not be loaded, and loads them when asked again", async () => {
  reading = ({ url }) => (url.includes("/api/approvals") ? refuse("internal_error") : undefined);
  const user = await start();
  const retry = await screen.findByRole("button", { name: /again/i });
  reading = () => undefined;
  await user.click(retry);
  await screen.findByText("Buy a chair?");
  expect(screen.getByText("Ben Roe").parentElement?.textContent).toBe("Ben Roe has not answered");
});

test("says who was faster after a conflict, and keeps the reason that was typed", async () => {
  const user = await start(<ApprovalScreen approvalId={open.id} />);
  answering = () => {
    current = { ...open, state: "declined", people: [{ ...ben, isApproved: false, answeredAt }, own] };
    return refuse("approval_settled");
  };
  await user.type(await reasonField(), "We need it");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await screen.findByText("Ben Roe was faster, and declined this request.");
  await screen.findByText("The reason that you wrote was not sent:");
  expect(screen.getByText("We need it")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByText("We need it")).toBeNull();
});

test("says why a request has ended, also if the viewer cannot see it any more", async () => {
  const user = await start(<ApprovalScreen approvalId={open.id} />);
  answering = () => {
    current = { ...open, state: "ended", endReason: "It was switched off" };
    return refuse("approval_settled");
  };
  await user.click(await screen.findByRole("button", { name: "Decline" }));
  await screen.findByText("This request has ended. It was switched off.");
  await expect.poll(() => screen.queryByRole("button", { name: "Decline" })).toBeNull();
  await person.end();
  reading = ({ url }) => (url.includes("/api/approvals/") ? refuse("approval_not_found") : undefined);
  await start(<ApprovalScreen approvalId={open.id} />);
  await screen.findByText("There is nothing to answer here");
});

test("keeps the answer from being sent while the reason is too long or the server refuses it", async () => {
  const user = await start();
  answering = () => refuse("internal_error");
  await user.type(await reasonField(), "Kept");
  await user.click(screen.getByRole("button", { name: "Decline" }));
  await screen.findByText(/went wrong|Failed/);
  expect((await reasonField()).value).toBe("Kept");
  await user.click(await reasonField());
  await user.paste("x".repeat(1001));
  await screen.findByText("Use at most 1000 characters");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Approve" }).disabled).toBe(true);
});
