// @vitest-environment jsdom
import type { Directory, DirectoryPlan, Mapping } from "@atoll/contract/directories/schemas";
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { aViewer, testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { DirectoriesScreen } from "./directories-screen.tsx";

let person: SignedIn;
let directories: Directory[];
let plan: DirectoryPlan;
let mappings: (Mapping & { groupName: string | null })[];
let people: unknown[];
let sent: { method: string; path: string; body: unknown }[];
let refusal: Answer | undefined;
beforeEach(() => {
  [directories, mappings, people, sent, refusal] = [[], [], [], [], undefined];
  plan = {
    counts: { create: 2, link: 1, disable: 0, enable: 0, update: 0, problems: 1, unchanged: 4 },
    people: [
      {
        ...{ personId: testId(80), name: "Ada Quay", email: "ada@example.test" },
        acts: ["create"],
        problem: null,
        details: [],
      },
      {
        ...{ personId: testId(81), name: "Chief", email: "chief@example.test" },
        ...{ acts: [], problem: "administrator", details: [] },
      },
    ],
  };
});
afterEach(() => person.end());

const entra: Directory = {
  ...{ id: testId(70), name: "Entra ID", kind: "scim", state: "trial", version: 3 },
  ...{ createdAt: "2026-03-01T10:00:00.000Z", lastAt: null, lastProblem: null, groupCount: 1 },
  secret: { ending: "x9Zk", madeAt: "2026-03-01T10:00:00.000Z" },
  people: { active: 7, left: 0, problems: 0, due: 0 },
  ...{ leavers: null, isRunning: false },
};

const samlMetadata = {
  ...{ entityId: "https://login.example.test/saml", signInUrl: "https://login.example.test/sign-in" },
  certificates: ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"],
};
const samlState = {
  ...{ version: 3, settings: null },
  server: {
    entityId: "https://atoll.example.test/api/auth/saml/metadata",
    answerUrl: "https://atoll.example.test/api/auth/saml/answer",
    metadataUrl: "https://atoll.example.test/api/auth/saml/metadata",
  },
};
let samlVersion = 3;

function answer(request: ReceivedRequest): Answer {
  const { method } = request;
  const path = request.url.split("?")[0] ?? "";
  if (method !== "GET") {
    sent.push({ method, path, body: request.body });
    if (refusal) return refusal;
  }
  if (path.endsWith("/ldap/test")) return { json: { isRight: true, text: "Found 12 people and 3 groups." } };
  if (path.endsWith("/runs")) return { status: 202, json: { directory: directories[0] } };
  if (path.endsWith("/ldap") && method === "GET")
    return { json: { version: 3, settings: null, hasPassword: false } };
  if (path.endsWith("/saml/metadata")) return { json: { metadata: samlMetadata } };
  if (path.endsWith("/saml") && method === "GET")
    return {
      json: {
        ...{ ...samlState, version: samlVersion },
        server: { ...samlState.server, certificateEndsAt: `203${samlVersion}-03-01T10:00:00.000Z` },
      },
    };
  if (path.endsWith("/oidc") && method === "GET")
    return {
      json: {
        ...{ version: 3, settings: null },
        provider: { issuer: "https://login.example.test", logoutUrl: "https://atoll.example.test/logout" },
      },
    };
  if (path.endsWith("/plan")) return { json: { plan } };
  if (path.endsWith("/mappings") && method === "GET") return { json: { version: 3, mappings } };
  if (path.endsWith("/groups"))
    return { json: { items: [{ id: testId(90), name: "Engineers", memberCount: 2 }], nextCursor: null } };
  if (path.endsWith("/people")) return { json: { items: people, nextCursor: null } };
  if (path.endsWith("/events")) return { json: { items: [], nextCursor: null } };
  if (path === "/api/admin/roles") return { json: { roles: [] } };
  if (path === "/api/admin/departments")
    return {
      json: {
        departments: [
          {
            ...{ id: testId(21), name: "Backend", slug: "backend" },
            ...{ description: "", memberCount: 0, version: 1 },
          },
        ],
      },
    };
  if (method === "POST" && path === "/api/admin/directories") {
    directories = [entra];
    return { status: 201, json: { directory: entra, secret: "atoll_scim_secret" } };
  }
  if (path.endsWith("/start")) {
    directories = [{ ...entra, state: "on", version: 4 }];
    return { json: { directory: directories[0] } };
  }
  if (method === "PUT") return { json: { directory: entra } };
  return { json: { directories } };
}

function Page() {
  const [openId, setOpenId] = useState<string>();
  return (
    <DirectoriesScreen
      onOpen={setOpenId}
      openId={openId}
      renderAccountLink={(email) => <a href={`/admin?search=${email}`}>Account</a>}
      renderActions={(buttons) => buttons}
    />
  );
}

async function start() {
  person = await startSignedIn(answer, aViewer());
  return person.show(<Page />);
}

test("adds a directory, shows its secret once, and starts it after its plan was seen", async () => {
  const user = await start();
  expect(await screen.findByText("Accounts follow no directory")).toBeTruthy();
  await user.click(screen.getAllByRole("button", { name: "Add directory" })[0]!);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Add directory" }));
  expect(await dialog.findByText("Name is required")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name"), "Entra ID");
  refusal = refuse("internal_error");
  await user.click(dialog.getByRole("button", { name: "Add directory" }));
  await dialog.findByRole("alert");
  refusal = undefined;
  await user.click(dialog.getByRole("button", { name: "Add directory" }));
  expect(await screen.findByText("atoll_scim_secret")).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(await screen.findByText(/2 new accounts, 1 existing account to link/)).toBeTruthy();
  expect(screen.getByText(/someone with sensitive permissions, has this address/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Start" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Start" }));
  expect(await screen.findByRole("button", { name: "Switch off" })).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ method: "PUT", body: { version: 3 } });
});

test("sets what a group gives, from what was seen", async () => {
  directories = [entra];
  mappings = [
    { groupId: null, groupName: null, departmentValue: "Sales", roleId: null, departmentId: testId(21) },
  ];
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Open Entra ID" }));
  const list = within(await screen.findByRole("list", { name: "What groups give" }));
  expect(list.getByText("Department “Sales”")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(await dialog.findByText("Choose a group")).toBeTruthy();
  await user.click(dialog.getByRole("combobox", { name: "Group" }));
  await user.click(await screen.findByRole("option", { name: "Engineers" }));
  await user.click(dialog.getByRole("combobox", { name: "Gives" }));
  await user.click(await screen.findByRole("option", { name: "Department Backend" }));
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await expect
    .poll(() => sent.at(-1)?.body)
    .toMatchObject({
      version: 3,
      mappings: [
        { departmentValue: "Sales", departmentId: testId(21) },
        { groupId: testId(90), departmentValue: null, departmentId: testId(21), roleId: null },
      ],
    });
});

test("lists who cannot follow with the reason, and confirms an administrator", async () => {
  directories = [{ ...entra, state: "on" }];
  people = [
    {
      ...{ id: testId(81), name: "Chief", email: "chief@example.test", userName: "chief" },
      ...{ isActive: true, userId: null, disabledAt: null, problem: "administrator", version: 7 },
    },
  ];
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Open Entra ID" }));
  expect(await screen.findByText(/Confirm that it is the same person/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Confirm Chief" }));
  const question = within(await screen.findByRole("alertdialog"));
  refusal = refuse("changed_meanwhile");
  await user.click(question.getByRole("button", { name: "Confirm" }));
  expect(await question.findByText(/This has changed since you opened it/)).toBeTruthy();
  await user.click(question.getByRole("button", { name: "Confirm" }));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toEqual({
    method: "PUT",
    path: `/api/admin/directories/${entra.id}/people/${testId(81)}/confirmation`,
    body: { version: 7, email: "chief@example.test", problem: "administrator", userId: null },
  });
});

test("lets as many people leave as were seen, when a directory sent many at once", async () => {
  directories = [{ ...entra, state: "on", leavers: 12 }];
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Open Entra ID" }));
  await user.click(await screen.findByRole("button", { name: "Let 12 people leave" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Let them leave" }));
  await expect
    .poll(() => sent.at(-1))
    .toEqual({ method: "PUT", path: `/api/admin/directories/${entra.id}/leavers`, body: { leavers: 12 } });
});

test("tries and saves how a directory is read by LDAP, and lets many leave only when asked to", async () => {
  directories = [{ ...entra, name: "OpenLDAP", kind: "ldap", secret: null, leavers: 12 }];
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Open OpenLDAP" }));
  await user.click(await screen.findByRole("button", { name: "Settings" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Servers"), "ldap://directory.example.test");
  await user.type(dialog.getByLabelText("Where the people are"), "ou=people");
  await user.click(dialog.getByRole("button", { name: "Test" }));
  expect(await dialog.findByText(/Use ldaps:\/\/ or StartTLS/)).toBeTruthy();
  await user.click(dialog.getByRole("switch", { name: /^StartTLS/ }));
  await user.click(dialog.getByRole("button", { name: "As Active Directory has it" }));
  await user.click(dialog.getByRole("button", { name: "Test" }));
  expect(await dialog.findByText("Found 12 people and 3 groups.")).toBeTruthy();
  refusal = refuse("internal_error");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByRole("alert");
  expect(dialog.getByLabelText<HTMLTextAreaElement>("Servers").value).toBe("ldap://directory.example.test");
  refusal = undefined;
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(sent.at(-1)?.body).toMatchObject({
    version: 3,
    settings: {
      ...{ urls: ["ldap://directory.example.test"], startTls: true, peopleBase: "ou=people" },
      attributes: { id: "objectGUID" },
    },
  });
  await user.click(screen.getByRole("button", { name: "Let 12 people leave" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Let them leave" }));
  await expect.poll(() => sent.at(-1)?.body).toEqual({ leavers: 12 });
});

test("fills the settings of SAML from the provider's metadata, and saves them with the version that was seen", async () => {
  directories = [{ ...entra, kind: "saml", secret: null }];
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Open Entra ID" }));
  expect(await screen.findByText(samlState.server.answerUrl)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Try a sign-in" }).disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: "Settings" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Entity ID: Enter the entity ID/)).toBeTruthy();
  await user.type(dialog.getByLabelText("Metadata of the provider"), "http://login.example.test");
  await user.click(dialog.getByRole("button", { name: "Read metadata" }));
  expect(await dialog.findByText(/begins with https:\/\/, or paste/)).toBeTruthy();
  await user.clear(dialog.getByLabelText("Metadata of the provider"));
  await user.type(dialog.getByLabelText("Metadata of the provider"), "https://login.example.test/metadata");
  await user.click(dialog.getByRole("button", { name: "Read metadata" }));
  await expect
    .poll(() => dialog.getByLabelText<HTMLInputElement>("Entity ID (issuer)").value)
    .toBe(samlMetadata.entityId);
  await user.click(dialog.getByRole("button", { name: "Attributes as Entra ID has them" }));
  refusal = refuse("saml_people_linked");
  // Somebody else saves at the same time, which is fetched and must not pass for seen.
  samlVersion = 4;
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await user.click(await dialog.findByRole("switch", { name: /^Link people again/ }));
  expect(await screen.findByText("In the metadata, until 2034-03-01.")).toBeTruthy();
  refusal = undefined;
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(sent.at(-1)).toMatchObject({
    method: "PUT",
    body: {
      ...{ version: 3, linksAgain: true },
      settings: {
        ...samlMetadata,
        ...{ hasVerifiedEmails: false, mayStartAtProvider: false },
        emailAttribute: expect.stringContaining("emailaddress"),
      },
    },
  });
});

test("shows the address for back-channel logout, and saves the claim with the groups", async () => {
  directories = [{ ...entra, kind: "oidc", secret: null }];
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Open Entra ID" }));
  expect(await screen.findByText("https://atoll.example.test/logout")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Settings" }));
  const settings = within(await screen.findByRole("dialog"));
  await user.click(settings.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(sent.at(-1)?.body).toEqual({ version: 3, settings: { groupClaim: "groups" } });
});
