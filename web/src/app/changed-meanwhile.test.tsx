// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  AdministrationServer,
  anAdminUser,
  editorRole,
  marketing,
} from "../../test/administration/administration-server.ts";
import { aViewer, testId } from "../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../test/start-signed-in.tsx";
import { DepartmentsScreen } from "../features/administration/departments/departments-screen.tsx";
import { RolesScreen } from "../features/administration/roles/roles-screen.tsx";
import type { UserAct } from "../features/administration/users/dialogs/user-dialog.ts";
import { UserDialogs, useUserDialogs } from "../features/administration/users/dialogs/user-dialogs.tsx";

// The messages of dialogs when another person changes or deletes their subject.

const ruth = anAdminUser(1, { name: "Ruth Adeyemi" });

let server: AdministrationServer;
let person: SignedIn;
beforeEach(async () => {
  server = new AdministrationServer();
  server.users = [ruth];
  const viewer = aViewer({ roles: [{ id: testId(11), name: "super_admin" }] });
  person = await startSignedIn((request) => server.answer(request), viewer);
});
afterEach(() => person.end());

function Opener({ act }: { act: UserAct }) {
  const dialogs = useUserDialogs();
  return (
    <>
      <button type="button" onClick={() => dialogs.start(act, ruth)}>
        Open
      </button>
      <UserDialogs dialogs={dialogs} renderPersonSearch={() => null} />
    </>
  );
}

type Open = () => Promise<UserEvent>;
const openUser =
  (act: UserAct): Open =>
  async () => {
    const user = person.show(<Opener act={act} />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    return user;
  };
const openRole =
  (button: "Edit" | "Delete"): Open =>
  async () => {
    const user = person.show(<RolesScreen renderActions={(buttons) => buttons} />);
    await user.click(await screen.findByRole("button", { name: /^Editor/ }));
    await user.click(await screen.findByRole("button", { name: button }));
    return user;
  };
const openDepartment: Open = async () => {
  const user = person.show(
    <DepartmentsScreen
      renderActions={(buttons) => buttons}
      renderPersonSearch={() => null}
      renderSections={() => null}
      firstSections={{ all: [], add: async () => undefined }}
    />,
  );
  await user.click(await screen.findByRole("button", { name: "Edit Marketing" }));
  return user;
};

async function theDialog(role: "dialog" | "alertdialog") {
  const dialog = await screen.findByRole(role);
  // It takes the focus a moment after it is there; what is typed before goes elsewhere.
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return within(dialog);
}

/** Without a connection, a look at the page is when the newest is asked for. */
const lookAtThePage = () => window.dispatchEvent(new Event("visibilitychange"));

test.each<[what: string, open: Open, field: string, change: () => void, notice: RegExp]>([
  [
    "a person",
    openUser("edit"),
    "Full name",
    () => {
      server.users = [{ ...ruth, version: 2, name: "Ruth Cole" }];
    },
    /^Someone else changed this account while you were editing\. What you typed is kept\./,
  ],
  [
    "a role",
    openRole("Edit"),
    "Description",
    () => {
      server.roles = [{ ...editorRole, version: 2, name: "publisher", description: "Of news" }];
    },
    /^Someone else changed “Description” while you were editing\. It is now:$/,
  ],
  [
    "a department",
    openDepartment,
    "Description",
    () => {
      server.departments = [{ ...marketing, version: 2, description: "Of brands" }];
    },
    /^Someone else changed “Description” while you were editing\. It is now:$/,
  ],
])(
  "of %s that is being edited says that somebody else changed it, and keeps what was typed",
  async (...one) => {
    const [, open, label, change, notice] = one;
    const user = await open();
    const dialog = await theDialog("dialog");
    const field = dialog.getByLabelText<HTMLInputElement>(label);
    await user.clear(field);
    await user.type(field, "Typed here");
    expect(dialog.queryByText(/^Someone else/)).toBeNull();
    change();
    lookAtThePage();
    expect((await dialog.findByText(/^Someone else/)).textContent).toMatch(notice);
    expect(field.value).toBe("Typed here");
  },
);

const accountGone = "This account has since been deleted.";
const roleGone = "Someone else has deleted this role.";

test.each<[what: string, open: Open, role: "dialog" | "alertdialog", verb: string, text: string]>([
  ["a person, to edit", openUser("edit"), "dialog", "Save changes", accountGone],
  ["a person, to delete", openUser("delete"), "alertdialog", "Delete user", accountGone],
  ["a person, to disable", openUser("disable"), "alertdialog", "Disable account", accountGone],
  ["a person, for a password", openUser("password"), "dialog", "Set password", accountGone],
  ["a role, to edit", openRole("Edit"), "dialog", "Save role", roleGone],
  ["a role, to delete", openRole("Delete"), "alertdialog", "Delete role", roleGone],
])("of %s says that it was deleted, and offers nothing more", async (_what, open, role, verb, text) => {
  await open();
  const dialog = await theDialog(role);
  const button = dialog.getByRole("button", { name: verb });
  await vi.waitFor(() => expect(button).toHaveProperty("disabled", false));
  server.users = [];
  server.roles = [];
  lookAtThePage();
  expect((await dialog.findByText(text)).closest("[role=alert]")).toBeTruthy();
  expect(button).toHaveProperty("disabled", true);
});
