// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { Button } from "../../ui/button/button.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { ApiError } from "../request/api-error.ts";
import { isSameValue } from "./merge-edits.ts";
import { useEditForm } from "./use-edit-form.ts";

const schema = z.object({
  title: z.string().trim().min(1),
  notes: z.string(),
  data: z.record(z.string(), z.string()),
});
type Values = z.infer<typeof schema>;

/** The server of two people: a save made from an older version is refused. */
function startServer() {
  const values: Values = { title: "Harbour", notes: "Call", data: { value: "42", region: "North" } };
  const state = { stored: { values, version: 1 }, saves: [] as object[] };
  const change = (set: Partial<Values>) => {
    state.stored = { values: { ...state.stored.values, ...set }, version: state.stored.version + 1 };
  };
  return {
    state,
    change,
    async save(parsed: Values, { version, changed }: { version: number; changed: ReadonlySet<string> }) {
      if (version !== state.stored.version)
        throw new ApiError({ code: "changed_meanwhile", message: "Changed", status: 409 });
      const set = Object.fromEntries(
        [...changed].filter((name) => !name.includes(".")).map((name) => [name, parsed[name as "title"]]),
      );
      const data = { ...state.stored.values.data };
      for (const name of changed)
        if (name.startsWith("data.")) data[name.slice(5)] = parsed.data[name.slice(5)] ?? "";
      state.saves.push(set);
      change({ ...set, data });
      return undefined;
    },
  };
}
type Server = ReturnType<typeof startServer>;

function Example({
  server,
  stored,
  onDone,
}: {
  server: Server;
  stored: Server["state"]["stored"];
  onDone: () => void;
}) {
  const form = useEditForm<Values, Values>({
    stored,
    schema,
    fetchNewest: async () => server.state.stored,
    save: server.save,
    onDone,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      {form.failure && <p role="status">{form.failure.text}</p>}
      <FormClashes form={form} labels={{ title: "Title", notes: "Notes" }} />
      <TextField {...form.field("title")} label="Title" />
      <TextArea {...form.field("notes")} label="Notes" />
      <TextField {...form.field("data.value")} label="Value" />
      <TextField {...form.field("data.region")} label="Region" />
      <Button type="submit">Save</Button>
    </form>
  );
}

function start() {
  const server = startServer();
  const onDone = vi.fn();
  const shown = (stored = server.state.stored) => <Example server={server} stored={stored} onDone={onDone} />;
  const view = render(shown());
  const user = userEvent.setup();
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  };
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  const textOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  /** The other person's change arrives on this screen. */
  const hear = () => view.rerender(shown());
  return { server, onDone, user, type, save, textOf, hear };
}

test("updates fields that a colleague changes, and saves only the viewer's changes", async () => {
  const { server, onDone, type, save, textOf, hear } = start();
  await type("Title", "Harbour Line");
  server.change({ notes: "Write", data: { value: "50", region: "North" } });
  hear();
  await vi.waitFor(() => expect([textOf("Notes"), textOf("Value")]).toEqual(["Write", "50"]));
  await type("Region", "South");
  await save();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.state.saves).toEqual([{ title: "Harbour Line" }]);
  expect(server.state.stored.values).toEqual({
    title: "Harbour Line",
    notes: "Write",
    data: { value: "50", region: "South" },
  });
});

test("retries a save from the newest version if the conflict is in other fields", async () => {
  const { server, onDone, type, save } = start();
  await type("Title", "Harbour Line");
  // Nothing of it has arrived here.
  server.change({ notes: "Write" });
  await save();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.state.stored.values).toMatchObject({ title: "Harbour Line", notes: "Write" });
});

test("shows both texts of a field that both changed, and saves only after a choice", async () => {
  const { server, onDone, user, type, save, textOf } = start();
  await type("Notes", "Mine");
  await type("Title", "Both");
  server.change({ notes: "Theirs", title: "Both" });
  await save();
  expect((await screen.findByRole("region", { name: "Notes as it is now" })).textContent).toBe("Theirs");
  expect(textOf("Notes")).toBe("Mine");
  await save();
  expect(onDone).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await save();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.state.saves).toEqual([{ notes: "Mine" }]);
});

test("can apply the other text, and then sends nothing", async () => {
  const { server, onDone, user, type, save, textOf, hear } = start();
  await type("Notes", "Mine");
  server.change({ notes: "Theirs" });
  hear();
  await user.click(await screen.findByRole("button", { name: "Use theirs" }));
  expect(textOf("Notes")).toBe("Theirs");
  await save();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.state.saves).toEqual([]);
});

test("compares rows with an ID by all that they have, and people by their IDs", () => {
  const person = { id: "a", email: "ada@atoll.test", avatar: null };
  expect(isSameValue([{ ...person, name: "Ada" }], [{ ...person, name: "Ada Quay" }])).toBe(true);
  expect(isSameValue([{ id: "a", text: "Wait" }], [{ id: "a", text: "Wait a minute" }])).toBe(false);
  expect(isSameValue({ id: "a", text: "Wait" }, { text: "Wait", id: "a" })).toBe(true);
});
