// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { aSession, aViewer, testId } from "../../../test/people.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { readKeptWords, writeKeptWords } from "../../lib/kept-words.ts";
import { SpokenError } from "../../lib/request/api-error.ts";
import { adopt, clearSession } from "../../lib/session/session-store.ts";
import { Button } from "../button/button.tsx";
import { PasswordField } from "../field/password-field.tsx";
import { TextArea } from "../field/text-area.tsx";
import { TextField } from "../field/text-field.tsx";
import { FormClashes } from "../state/form-clashes.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface UpdateProps {
  incident?: string;
  keptAs?: string | undefined;
  isSecret?: boolean;
  send?: () => Promise<void>;
  onClose?: () => void;
}

function Update({ incident = "Outage", keptAs, isSecret, send = async () => {}, onClose }: UpdateProps) {
  const close = onClose ?? (() => undefined);
  const form = useForm({
    values: { text: "", webhookSecret: "", currentPassword: "" },
    async send() {
      await send();
      close();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Update of ${incident}`}
      verb="Post"
      onClose={close}
      {...(keptAs && { keptAs })}
      {...(isSecret && { isSecret })}
    >
      <TextArea {...form.field("text")} label="Update" />
      <TextField {...form.field("webhookSecret")} label="Webhook" />
      <PasswordField {...form.field("currentPassword")} label="Password" />
    </FormDialog>
  );
}

const restored = "This is what you typed before. It has not been sent.";
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const isRestored = () => screen.findByText(restored);
/** Opens the dialog as after a reload: nothing but the storage is left. */
async function open(props: UpdateProps = {}) {
  cleanup();
  const read = vi.spyOn(Storage.prototype, "getItem");
  render(<Update {...props} />);
  const text = await field("Update");
  // Kept words are read and filled in one render later. The focus says nothing: the dialog before may give it back late.
  if (!props.isSecret)
    await waitFor(() => expect(read).toHaveBeenCalledWith(expect.stringMatching(/^atoll\.words/)));
  await act(async () => undefined);
  read.mockRestore();
  return text;
}

beforeEach(() => {
  sessionStorage.clear();
  adopt(aSession(1), aViewer());
});

test("restores what was typed after a reload, says so, and starts over", async () => {
  const user = userEvent.setup();
  await user.type(await open(), "The database is back");
  const text = await open();
  await isRestored();
  expect(text.value).toBe("The database is back");
  await user.type(text, " again");
  expect((await open()).value).toBe("The database is back again");
  await user.click(await screen.findByRole("button", { name: "Start over" }));
  expect((await field("Update")).value).toBe("");
  expect((await open()).value).toBe("");
  expect(screen.queryByText(restored)).toBeNull();
});

test("keeps nothing after sending, also when the dialog closes before the form reports it", async () => {
  const user = userEvent.setup();
  await user.type(await open({ onClose: cleanup }), "Sent");
  await user.click(screen.getByRole("button", { name: "Post" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  expect((await open()).value).toBe("");
});

test("keeps what was typed when sending fails", async () => {
  const user = userEvent.setup();
  const send = () => Promise.reject(new SpokenError("No connection"));
  await user.type(await open({ send }), "Not sent");
  await user.click(screen.getByRole("button", { name: "Post" }));
  await screen.findByText("No connection");
  expect((await open()).value).toBe("Not sent");
});

test("asks before restored words are discarded, and keeps nothing after Discard or Cancel", async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  for (const [last, times] of [
    ["Discard", 1],
    ["Cancel", 2],
  ] as const) {
    await user.type(await open(), "Half");
    await open({ onClose });
    await isRestored();
    if (last === "Discard") await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: last }));
    expect(onClose).toHaveBeenCalledTimes(times);
    expect((await open()).value).toBe("");
  }
});

test("stores no password, no secret, and nothing of a form that is about a secret", async () => {
  const user = userEvent.setup();
  await open();
  await user.click(screen.getByRole("button", { name: "Show password" }));
  for (const label of ["Update", "Webhook", "Password"])
    await user.type(screen.getByLabelText(label), "hunter2 and more");
  expect(Object.values(sessionStorage).join().split("hunter2")).toHaveLength(2);
  sessionStorage.clear();
  await user.type(await open({ isSecret: true }), "The code of the safe");
  expect(sessionStorage).toHaveLength(0);
});

test("restores words only to the same form about the same thing, for the same person", async () => {
  const user = userEvent.setup();
  await user.type(await open({ incident: "Outage" }), "Of the outage");
  expect((await open({ incident: "Delay" })).value).toBe("");
  await user.type(await open({ keptAs: "update/1" }), "Of the first");
  expect((await open({ keptAs: "update/2" })).value).toBe("");
  adopt(aSession(2), aViewer({ id: testId(2) }));
  expect((await open({ incident: "Outage" })).value).toBe("");
  adopt(aSession(1), aViewer());
  expect((await open({ incident: "Outage" })).value).toBe("Of the outage");
});

test("deletes words when the person signs out, and stores none after that", async () => {
  const user = userEvent.setup();
  const text = await open();
  await user.type(text, "Before");
  clearSession("by-choice");
  expect(sessionStorage).toHaveLength(0);
  fireEvent.input(text, { target: { value: "After" } });
  expect(sessionStorage).toHaveLength(0);
});

test("keeps at most 20 forms, and drops the oldest", () => {
  for (let number = 1; number <= 22; number += 1) {
    vi.setSystemTime(number * 1000);
    writeKeptWords(`form/${number}`, { base: { text: "" }, own: { text: "Words" } });
  }
  vi.useRealTimers();
  expect(readKeptWords("form/2")).toBeUndefined();
  expect(readKeptWords("form/3")?.own).toEqual({ text: "Words" });
  expect(sessionStorage).toHaveLength(20);
});

const schema = z.object({ title: z.string(), notes: z.string() });
type Report = z.infer<typeof schema>;

function EditReport({ values, version }: { values: Report; version: number }) {
  const stored = { values, version };
  const form = useEditForm<Report, Report>({
    stored,
    schema,
    fetchNewest: async () => stored,
    save: async () => undefined,
  });
  return (
    <FormDialog form={form} keptAs="report/1" title="Edit report" verb="Save" onClose={() => undefined}>
      <FormClashes form={form} labels={{ title: "Title", notes: "Notes" }} />
      <TextField {...form.field("title")} label="Title" />
      <TextArea {...form.field("notes")} label="Notes" />
      <Button>Other</Button>
    </FormDialog>
  );
}

test("an edit follows fields that only others changed, and shows both texts of a field that clashes", async () => {
  const user = userEvent.setup();
  const edit = async (values: Report, version: number) => {
    cleanup();
    render(<EditReport values={values} version={version} />);
    return field("Notes");
  };
  await user.type(await edit({ title: "Outage", notes: "" }, 1), "Mine");
  const notes = await edit({ title: "Outage of the harbour", notes: "" }, 2);
  await isRestored();
  expect(notes.value).toBe("Mine");
  expect((await field("Title")).value).toBe("Outage of the harbour");
  expect(screen.queryByText(/Someone else changed/)).toBeNull();

  // Twice: the clash is still open after another reload.
  for (let reload = 1; reload <= 2; reload += 1) {
    await user.type(await edit({ title: "Outage", notes: "Theirs" }, 3), ".");
    await screen.findByText(/Someone else changed “Notes”/);
    expect((await screen.findByLabelText("Notes as it is now")).textContent).toBe("Theirs");
  }
  await user.click(screen.getByRole("button", { name: "Start over" }));
  expect((await field("Notes")).value).toBe("Theirs");
  expect(screen.queryByText(/Someone else changed/)).toBeNull();
});
