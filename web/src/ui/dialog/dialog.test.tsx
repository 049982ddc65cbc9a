// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { useToggle } from "../../lib/form/use-choice.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { SpokenError } from "../../lib/request/api-error.ts";
import { Button } from "../button/button.tsx";
import { Checkbox } from "../field/checkbox.tsx";
import { TextArea } from "../field/text-area.tsx";
import { TextField } from "../field/text-field.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog } from "./dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";

function Opener({ onSubmit }: { onSubmit?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Add a Card"
        onSubmit={onSubmit}
        footer={<Button type="submit">Add Card</Button>}
      >
        <TextField label="Title" />
      </Dialog>
    </>
  );
}

async function openDialog(onSubmit?: () => void) {
  const user = userEvent.setup();
  render(<Opener onSubmit={onSubmit} />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  const dialog = await screen.findByRole("dialog", { name: "Add a Card" });
  return { user, dialog };
}

async function isGone() {
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("focuses its first field, and gives the focus back when Escape closes it", async () => {
  const { user } = await openDialog();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Title")));
  await user.keyboard("{Escape}");
  await isGone();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" }));
});

test("closes on a press on the backdrop, and not on one inside", async () => {
  const { user, dialog } = await openDialog();
  await user.click(screen.getByText("Add a Card"));
  expect(screen.queryByRole("dialog")).not.toBeNull();
  const outside = dialog.parentElement;
  await user.click(outside!);
  await isGone();
});

test("closes by its cross", async () => {
  const { user } = await openDialog();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await isGone();
});

test("submits on Enter in a field", async () => {
  const onSubmit = vi.fn();
  const { user } = await openDialog(onSubmit);
  await user.type(screen.getByLabelText("Title"), "Plan{Enter}");
  expect(onSubmit).toHaveBeenCalledOnce();
});

test("submits on Ctrl and Enter from a text of several lines, where Enter breaks the line", async () => {
  const onSubmit = vi.fn();
  const user = userEvent.setup();
  render(
    <Dialog onClose={() => undefined} title="Add a Card" onSubmit={onSubmit}>
      <TextArea label="Notes" />
    </Dialog>,
  );
  await user.type(await screen.findByLabelText("Notes"), "One{Enter}two");
  expect(onSubmit).not.toHaveBeenCalled();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(onSubmit).toHaveBeenCalledOnce();
});

test("a confirm focuses Cancel, so that Enter alone destroys nothing", async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  render(
    <ConfirmDialog
      onClose={onClose}
      title="Delete message?"
      verb="Delete message"
      onConfirm={onConfirm}
      error="Failed to delete message"
    >
      It cannot be brought back.
    </ConfirmDialog>,
  );
  await screen.findByRole("alertdialog", { name: "Delete message?" });
  expect(screen.getByRole("alert").textContent).toBe("Failed to delete message");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" })));
  await user.keyboard("{Enter}");
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Delete message" }));
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("asks before Escape, the backdrop or the cross throws typed words away, and keeps them on Escape again", async () => {
  const { user, dialog } = await openDialog();
  const field = screen.getByLabelText<HTMLInputElement>("Title");
  await user.type(field, "Notes of an hour");
  const question = () => screen.findByRole("alertdialog", { name: "Discard what you typed?" });
  for (const leave of [
    () => user.keyboard("{Escape}"),
    () => user.click(dialog.parentElement!),
    () => user.click(screen.getByRole("button", { name: "Close" })),
  ]) {
    await leave();
    await question();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(field.value).toBe("Notes of an hour");
  }
  await user.keyboard("{Escape}");
  await question();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await isGone();
});

test("closes without a question once nothing typed is left, and when words are kept elsewhere", async () => {
  const { user } = await openDialog();
  await user.type(screen.getByLabelText("Title"), "x{Backspace}");
  await user.keyboard("{Escape}");
  await isGone();
  const close = vi.fn();
  render(
    <Dialog keepsWords onClose={() => close(false)} title="Kept">
      <TextField label="Draft" />
    </Dialog>,
  );
  await user.type(await screen.findByLabelText("Draft"), "x");
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
});

function NewPage({ send, onClose }: { send: (page: object) => Promise<void>; onClose: () => void }) {
  const form = useForm({ values: { title: "", isTemplate: false }, send });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New page"
      verb="Create"
      isDisabled={form.watch("title").trim() === ""}
    >
      <TextField {...form.field("title")} label="Title" />
      <Checkbox {...useToggle(form, "isTemplate")} label="Template" />
    </FormDialog>
  );
}

test("sends a form by Ctrl and Enter only once nothing that it needs is missing, and keeps it after a failure", async () => {
  const user = userEvent.setup();
  const send = vi.fn<(page: object) => Promise<void>>();
  const close = vi.fn();
  send.mockRejectedValueOnce(new SpokenError("There is a page of this title"));
  render(<NewPage send={send} onClose={close} />);
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  await user.click(screen.getByLabelText("Template"));
  await user.click(title);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(send).not.toHaveBeenCalled();
  await user.type(title, "Tides{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("There is a page of this title");
  expect(title.value).toBe("Tides");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(send.mock.calls).toEqual([
    [{ title: "Tides", isTemplate: true }],
    [{ title: "Tides", isTemplate: true }],
  ]);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(close).toHaveBeenCalledOnce();
});

test("a confirmation shows no failure before there is one, then the reason or what failed", async () => {
  const confirm = (error: unknown) => (
    <ConfirmDialog
      error={error}
      failure="Failed to delete the idea"
      onClose={() => undefined}
      onConfirm={() => undefined}
      title="Delete this idea?"
      verb="Delete idea"
    >
      It is deleted permanently.
    </ConfirmDialog>
  );
  const { rerender } = render(confirm(null));
  await screen.findByRole("alertdialog", { name: "Delete this idea?" });
  expect(screen.queryByRole("alert")).toBeNull();
  rerender(confirm(new SpokenError("Others voted for it")));
  expect(screen.getByRole("alert").textContent).toBe("Others voted for it");
  rerender(confirm(new TypeError("not for people")));
  expect(screen.getByRole("alert").textContent).toBe("Failed to delete the idea");
});
