// @vitest-environment jsdom
import type { AdminUser, ExplanationStep } from "@atoll/contract/administration/schemas";
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import type { WhyQuestion } from "./question.ts";
import { WhyScreen } from "./why-screen.tsx";

const ruth: AdminUser = {
  id: testId(31),
  email: "ruth.adeyemi@pelicanworks.example",
  name: "Ruth Adeyemi",
  avatar: null,
  roles: [{ id: testId(12), name: "user" }],
  departments: [{ id: testId(21), name: "Business Development" }],
  isDisabled: false,
  hasSecondFactor: false,
  directory: null,
  mailRefusal: null,
  version: 1,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  lastActive: null,
  canEdit: true,
  canDelete: true,
  canResetSignIn: true,
};
const pages = [
  { path: "/chat", label: "Chat" },
  { path: "/backend/schema", label: "Backend: Schema" },
];

let person: SignedIn;
let explain: () => Answer;
afterEach(() => person.end());

async function start(question: WhyQuestion) {
  explain = () => ({
    json: {
      isAllowed: false,
      steps: [
        { kind: "account", outcome: "neutral", text: "Ruth Adeyemi can sign in." },
        { kind: "membership", outcome: "denies", text: "Ruth Adeyemi is not a member of Backend." },
      ] satisfies ExplanationStep[],
    },
  });
  person = await startSignedIn((request) => answerTo(request));
  return person.show(<Page initial={question} />);
}
function answerTo({ url }: ReceivedRequest): Answer {
  if (url.includes("/explanation")) return explain();
  if (url.startsWith("/api/admin/users?")) return { json: { users: [ruth], total: 1, page: 1 } };
  return { json: { user: ruth } };
}
const explained = () =>
  person.received.filter(({ url }) => url.includes("/explanation")).map(({ url }) => decodeURIComponent(url));

/** The page keeps the question in its address; here it lies in a state. */
function Page({ initial }: { initial: WhyQuestion }) {
  const [question, setQuestion] = useState(initial);
  return (
    <WhyScreen
      question={question}
      onAsk={setQuestion}
      pages={pages}
      departments={[{ slug: "backend", name: "Platform" }]}
      renderActions={(buttons) => buttons}
    />
  );
}

test("answers the question of the address with the chain that decides it", async () => {
  await start({ user: ruth.id, path: "/backend/schema" });
  expect(await screen.findByText("Denied")).toBeTruthy();
  expect(screen.getByText(/cannot/).textContent).toBe("Ruth Adeyemi cannot open Backend: Schema.");
  const steps = within(screen.getByRole("list", { name: "Steps" })).getAllByRole("listitem");
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    "AccountRuth Adeyemi can sign in.This decides nothing.",
    "MembershipRuth Adeyemi is not a member of Backend.This denies it.",
  ]);
  expect(explained()).toEqual([`/api/admin/users/${ruth.id}/explanation?path=/backend/schema`]);
});

test("asks once a person and a permission are chosen", async () => {
  const user = await start({});
  expect(screen.getByText("Choose a person and what to ask about")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Choose a person" }));
  await user.type(await screen.findByRole("combobox", { name: "Search users" }), "ruth");
  await user.click(await screen.findByRole("option", { name: /Ruth Adeyemi/ }));
  expect(await screen.findByRole("heading", { name: "Ruth Adeyemi" })).toBeTruthy();

  await user.click(screen.getByRole("combobox", { name: "What to ask about" }));
  await user.click(await screen.findByRole("option", { name: "use the permission" }));
  await user.click(await screen.findByRole("combobox", { name: "Permission" }));
  expect(await screen.findByRole("option", { name: "See the sensitive cards of Platform" })).toBeTruthy();
  explain = () => ({
    json: { isAllowed: true, steps: [{ kind: "role", outcome: "grants", text: "The role user holds it." }] },
  });
  await user.click(await screen.findByRole("option", { name: "Use team chat" }));
  expect(await screen.findByText("Allowed")).toBeTruthy();
  expect(screen.getByText("The role user holds it.")).toBeTruthy();
  expect(explained()).toEqual([`/api/admin/users/${ruth.id}/explanation?permission=chat:access`]);
  expect(screen.getByRole("button", { name: "Copy link" })).toBeTruthy();
});

test("asks about a page that the list does not have, and says when there is no answer", async () => {
  const user = await start({ user: ruth.id, path: "/backend/tasks/5" });
  await screen.findByText("Denied");
  expect(screen.getByRole("combobox", { name: "Page" }).textContent).toMatch("/backend/tasks/5");
  explain = () => refuse("user_not_found");
  await user.click(screen.getByRole("combobox", { name: "Page" }));
  await user.click(await screen.findByRole("option", { name: "Chat" }));
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toMatch("User not found"));
});
