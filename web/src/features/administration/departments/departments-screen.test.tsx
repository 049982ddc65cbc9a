// @vitest-environment jsdom
import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { aViewer, testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { DepartmentsScreen } from "./departments-screen.tsx";

const ruth = aPerson(31, "Ruth Adeyemi");
const sam = aPerson(32, "Sam Okafor");

let person: SignedIn;
let departments: AdminDepartment[];
let members: Person[];
let contents: { kind: string; count: number }[];
/** The response to a write. Success by default. */
let writing: (request: ReceivedRequest) => Answer;
beforeEach(() => {
  departments = [aDepartment(21, "Backend", 2), aDepartment(22, "DevOps", 0)];
  members = [ruth];
  contents = [];
  writing = () => ({ status: 204 });
});
afterEach(() => person.end());

const added: unknown[] = [];
const firstSections = {
  all: [{ id: "requests", name: "Requests", about: "What colleagues ask" }],
  add: async (departmentId: string, ids: readonly string[]) => added.push({ departmentId, ids }),
};
async function start(viewer?: Viewer) {
  person = await startSignedIn(
    (request) => (request.method === "GET" ? answerGet(request) : writing(request)),
    viewer,
  );
  const user = person.show(
    <DepartmentsScreen
      renderActions={(buttons) => buttons}
      renderPersonSearch={({ onChoose, taken }) => (
        <button type="button" disabled={taken.ids.has(sam.id)} onClick={() => onChoose(sam)}>
          Sam Okafor found
        </button>
      )}
      renderSections={() => null}
      firstSections={firstSections}
    />,
  );
  await screen.findByRole("table", { name: "Departments" });
  return user;
}
function answerGet({ url }: ReceivedRequest): Answer {
  if (url.includes("cursor=second")) return { json: { items: [sam], nextCursor: null } };
  if (url.includes("/contents")) return { json: { contents } };
  if (url.includes("/members")) return { json: { items: members, nextCursor: null } };
  return { json: { departments } };
}
const superAdmin = () => aViewer({ roles: [{ id: testId(1), name: "super_admin" }] });

test("removes a department that is empty, and says what is in one that is not", async () => {
  contents = [
    { kind: "people", count: 2 },
    { kind: "tasks", count: 1 },
  ];
  const user = await start();
  const ask = async (name: string) => {
    await user.click(screen.getByRole("button", { name: `More for ${name}` }));
    // Merging is for others.
    expect(screen.queryByRole("menuitem", { name: "Merge into another" })).toBeNull();
    await user.click(await screen.findByRole("menuitem", { name: "Remove" }));
    return within(await screen.findByRole("alertdialog", { name: `Remove ${name}` }));
  };
  const full = await ask("Backend");
  const list = within(await full.findByRole("list", { name: "What is in it" }));
  expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["2 people", "1 task"]);
  expect(full.getByRole("button", { name: "Remove department" })).toHaveProperty("disabled", true);
  await user.click(full.getByRole("button", { name: "Cancel" }));
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

  contents = [];
  const empty = await ask("DevOps");
  await vi.waitFor(() =>
    expect(empty.getByRole("button", { name: "Remove department" })).toHaveProperty("disabled", false),
  );
  await user.click(empty.getByRole("button", { name: "Remove department" }));
  expect(await screen.findByText("DevOps was removed")).toBeTruthy();
  expect(written().map(({ method, url }) => `${method} ${url}`)).toEqual([
    `DELETE /api/admin/departments/${departments[1]?.id}`,
  ]);
  // Asking for the contents of a removed department would be an error.
  const requests = person.received.map(({ method, url }) => `${method} ${url}`);
  const afterRemoval = requests.slice(requests.findIndex((request) => request.startsWith("DELETE")));
  expect(afterRemoval.filter((request) => request.includes("/contents"))).toEqual([]);
});

test("merges a department into another for a super administrator, who chooses which", async () => {
  contents = [{ kind: "people", count: 1 }];
  const user = await start(superAdmin());
  await user.click(screen.getByRole("button", { name: "More for Backend" }));
  await user.click(await screen.findByRole("menuitem", { name: "Merge into another" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Merge Backend" }));
  expect(await dialog.findByText("person")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Merge" })).toHaveProperty("disabled", true);
  await user.click(dialog.getByRole("combobox", { name: "Merge into" }));
  expect(screen.queryByRole("option", { name: "Backend" })).toBeNull();
  await user.click(await screen.findByRole("option", { name: "DevOps" }));
  writing = () => ({ json: { department: departments[1] } });
  await user.click(dialog.getByRole("button", { name: "Merge into DevOps" }));
  expect(await screen.findByText("Backend is now part of DevOps")).toBeTruthy();
  expect(written()).toMatchObject([
    { url: `/api/admin/departments/${departments[0]?.id}/merger`, body: { intoId: departments[1]?.id } },
  ]);
});

const written = () => person.received.filter(({ method }) => method !== "GET");

test("lists departments with their members' number, and creates one with the address it will have", async () => {
  const user = await start();
  expect(screen.getByRole("button", { name: "2 members of Backend" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "New Department" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New Department" }));
  await user.type(dialog.getByLabelText("Name"), "Backend");
  writing = () => refuse("department_name_taken");
  await user.click(dialog.getByRole("button", { name: "Create Department" }));
  expect(await dialog.findByText("A department with this name already exists.")).toBeTruthy();
  writing = () => refuse("name_looks_taken");
  await user.click(dialog.getByRole("button", { name: "Create Department" }));
  expect(await dialog.findByText(/^This name looks too similar/)).toBeTruthy();
  expect(dialog.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");

  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "Customer Success");
  expect(dialog.getByText(/Its address will be \/customer-success/)).toBeTruthy();
  writing = () => {
    departments = [...departments, aDepartment(23, "Customer Success", 0)];
    return { status: 201, json: { department: departments.at(-1) } };
  };
  await user.click(dialog.getByRole("checkbox", { name: /^Requests/ }));
  members = [];
  await user.click(dialog.getByRole("button", { name: "Create Department" }));
  // Its members are next.
  const drawer = within(await screen.findByRole("dialog", { name: /Customer Success/ }));
  expect(await drawer.findByText("No members yet")).toBeTruthy();
  expect(written().at(-1)?.body).toEqual({ name: "Customer Success", description: "" });
  expect(added).toEqual([{ departmentId: testId(23), ids: ["requests"] }]);
});

test("shows the new name from another person, and sends only changed fields", async () => {
  const user = await start();
  await user.click(screen.getByRole("button", { name: "Edit Backend" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit department" }));
  await user.type(dialog.getByLabelText("Name"), " and data");
  writing = () => {
    departments = [{ ...aDepartment(21, "Services", 2), version: 8 }];
    return refuse("changed_meanwhile");
  };
  await user.click(dialog.getByRole("button", { name: "Save department" }));
  expect((await dialog.findByRole("region", { name: "Name as it is now" })).textContent).toBe("Services");
  expect(dialog.getByLabelText<HTMLInputElement>("Name").value).toBe("Backend and data");

  writing = () => ({ json: { department: departments[0] } });
  await user.click(dialog.getByRole("button", { name: "Keep mine" }));
  await user.click(dialog.getByRole("button", { name: "Save department" }));
  await vi.waitFor(() => expect(written()).toHaveLength(2));
  // Nothing is sent of the description, which only others changed.
  expect(written().map(({ body }) => body)).toEqual([
    { version: 7, name: "Backend and data" },
    { version: 8, name: "Backend and data" },
  ]);
});

test("adds a member who was searched for, and removes one after asking", async () => {
  const user = await start();
  await user.click(screen.getByRole("button", { name: "2 members of Backend" }));
  expect(await screen.findByText("Ruth Adeyemi")).toBeTruthy();
  const list = within(screen.getByRole("list", { name: "Members" }));
  await user.click(screen.getByRole("button", { name: "Add member" }));
  writing = () => {
    members = [ruth, sam];
    return { status: 204 };
  };
  await user.click(screen.getByRole("button", { name: "Sam Okafor found" }));
  expect(await list.findByText("Sam Okafor")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sam Okafor found" }).disabled).toBe(true);

  await user.click(list.getByRole("button", { name: "Remove Ruth Adeyemi" }));
  const confirm = within(
    await screen.findByRole("alertdialog", { name: "Remove Ruth Adeyemi from Backend?" }),
  );
  writing = () => refuse("forbidden");
  await user.click(confirm.getByRole("button", { name: "Remove member" }));
  expect((await confirm.findByRole("alert")).textContent).toMatch("You don't have permission");
  writing = () => {
    members = [sam];
    return { status: 204 };
  };
  await user.click(confirm.getByRole("button", { name: "Remove member" }));
  await vi.waitFor(() => expect(screen.queryByText("Ruth Adeyemi")).toBeNull());
  const path = `/api/admin/departments/${testId(21)}/members`;
  expect(written().map(({ method, url }) => `${method} ${url}`)).toEqual([
    `PUT ${path}/${sam.id}`,
    `DELETE ${path}/${ruth.id}`,
    `DELETE ${path}/${ruth.id}`,
  ]);
});

test("loads more members after the last one, and says when there are none", async () => {
  person = await startSignedIn((request) => {
    if (request.url.includes("/members") && !request.url.includes("cursor="))
      return {
        json: {
          items: request.url.includes(testId(21)) ? [ruth] : [],
          nextCursor: request.url.includes(testId(21)) ? "second" : null,
        },
      };
    return answerGet(request);
  });
  const user = person.show(
    <DepartmentsScreen
      renderActions={() => null}
      renderPersonSearch={() => null}
      renderSections={() => null}
      firstSections={firstSections}
    />,
  );
  await user.click(await screen.findByRole("button", { name: "2 members of Backend" }));
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("Sam Okafor")).toBeTruthy();
  expect(screen.getByText("Ruth Adeyemi")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "0 members of DevOps" }));
  expect(await screen.findByText("No members yet")).toBeTruthy();
});

function aDepartment(number: number, name: string, memberCount: number): AdminDepartment {
  return { id: testId(number), name, slug: name.toLowerCase(), description: "", memberCount, version: 7 };
}

function aPerson(number: number, name: string): Person {
  return { id: testId(number), name, email: `${number}@pelicanworks.example`, avatar: null, isFormer: false };
}
