// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { Button } from "../../ui/button/button.tsx";
import { MultiSelect } from "../../ui/field/multi-select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { ApiError } from "../request/api-error.ts";
import { savedEvent } from "./report-saved.ts";
import { useChoice } from "./use-choice.ts";
import { useForm } from "./use-form.ts";

const schema = z.object({
  name: z.string().trim().min(1, "Name is required"),
  teams: z.array(z.string()).min(1, "Choose a team"),
  note: z.string().max(3, "Use at most 3 characters"),
  hidden: z.string().max(0, "This must stay empty"),
});
type Values = z.infer<typeof schema>;

function Example({ send, hidden = "" }: { send: (values: Values) => Promise<void>; hidden?: string }) {
  const form = useForm({
    values: { name: "", teams: [] as string[], note: "", hidden },
    schema: () => Promise.resolve(schema),
    send,
    fallback: "Failed to save",
  });
  const note = <TextField {...form.field("note")} label="Note" />;
  return (
    <form noValidate onSubmit={form.submit}>
      {form.failure && <p role="status">{form.failure.text}</p>}
      <TextField {...form.field("name")} label="Name" />
      <Teams form={form} />
      {note}
      <Button type="submit" loading={form.isSending}>
        Save
      </Button>
    </form>
  );
}

function Teams({ form }: { form: ReturnType<typeof useForm<Values, unknown>> }) {
  return (
    <MultiSelect {...useChoice(form, "teams")} label="Teams" options={[{ value: "reef", label: "Reef" }]} />
  );
}

function start(answer: () => Promise<void>, hidden?: string) {
  const send = vi.fn<(values: Values) => Promise<void>>(answer);
  render(<Example send={send} {...(hidden !== undefined && { hidden })} />);
  const user = userEvent.setup();
  const name = screen.getByLabelText<HTMLInputElement>("Name");
  const save = screen.getByRole("button", { name: "Save" });
  const choose = async () => {
    await user.click(screen.getByRole("combobox", { name: "Teams" }));
    await user.click(await screen.findByRole("option", { name: "Reef" }));
    await user.keyboard("{Escape}");
  };
  return { send, user, name, save, choose };
}

function refusal(code: ApiError["code"], fields: { path: string; message: string }[] = []) {
  return new ApiError({ code, message: `Refused: ${code}`, status: 400, fields });
}

test("shows an error at each wrong field, focuses the first, and clears an error on edit", async () => {
  const { user, name, save, send, choose } = start(async () => undefined);
  await user.type(screen.getByLabelText("Note"), "long");
  await user.click(save);
  expect(await screen.findByText("Name is required")).toBeTruthy();
  expect(screen.getByText("Choose a team")).toBeTruthy();
  expect(screen.getByText("Use at most 3 characters")).toBeTruthy();
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute("aria-invalid")).toBe("true");
  const note = document.getElementById(name.getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("Name is required");

  await user.type(name, "Ana");
  expect(screen.queryByText("Name is required")).toBeNull();
  expect(screen.getByText("Choose a team")).toBeTruthy();
  // A select is as good a first field as an input.
  await user.click(save);
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Teams" })),
  );
  await choose();
  expect(screen.queryByText("Choose a team")).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test("sends what the schema returned, once at a time", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, name, save, send, choose } = start(() => promise);
  await choose();
  await user.type(name, " Ana {Enter}{Enter}");
  await user.click(save);
  expect(save.getAttribute("aria-busy")).toBe("true");
  expect(send).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledWith({ name: "Ana", teams: ["reef"], note: "", hidden: "" });
  resolve();
  await vi.waitFor(() => expect(save.getAttribute("aria-busy")).toBeNull());
});

test("shows a refusal at its field or above the form, and keeps typed text", async () => {
  const answers = [
    refusal("name_looks_taken"),
    refusal("invalid_request", [{ path: "note", message: "Not this note" }]),
    refusal("network_error"),
    new Error(""),
  ];
  const { user, name, save, choose } = start(() => Promise.reject(answers.shift()));
  await choose();
  await user.type(name, "Ana");
  await user.click(save);
  await screen.findByText("Refused: name_looks_taken");
  expect(document.activeElement).toBe(name);
  expect(screen.queryByRole("status")).toBeNull();

  await user.click(save);
  await screen.findByText("Not this note");
  expect(screen.queryByText("Refused: name_looks_taken")).toBeNull();

  for (const text of ["Refused: network_error", "Failed to save"]) {
    await user.click(save);
    await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
  }
  expect(name.value).toBe("Ana");
});

test("shows an error of a hidden field above the form", async () => {
  const { user, name, save, choose, send } = start(async () => undefined, "something");
  await choose();
  await user.type(name, "Ana");
  await user.click(save);
  expect((await screen.findByRole("status")).textContent).toBe("This must stay empty");
  expect(send).not.toHaveBeenCalled();
});

test("sends what a password manager filled in without an event", async () => {
  const { user, name, save, choose, send } = start(async () => undefined);
  await choose();
  // As an extension does it: past the setter that React watches.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(name, "Ana");
  await user.click(save);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[0].name).toBe("Ana");
});

test("reports its words as saved once they are sent, and never when a field is wrong", async () => {
  const { user, name, save, choose, send } = start(() => Promise.resolve());
  const onSaved = vi.fn();
  name.form?.addEventListener(savedEvent, onSaved);
  await choose();
  await user.click(save);
  await screen.findByText("Name is required");
  expect(onSaved).not.toHaveBeenCalled();
  await user.type(name, "Reef");
  await user.click(save);
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledOnce();
});
