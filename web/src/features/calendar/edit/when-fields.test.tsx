// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useForm } from "../../../lib/form/use-form.ts";
import { type EventFields, eventFormSchema, newFields, sentOf } from "./event-form.ts";
import { WhenFields } from "./when-fields.tsx";

const evening = { from: { day: "2027-03-10", minute: 18 * 60 }, to: { day: "2027-03-10", minute: 19 * 60 } };

function Example({ send }: { send: (fields: EventFields) => void }) {
  const values: EventFields = { ...newFields(evening, false, ""), title: "Tide tables" };
  const form = useForm({ values, schema: eventFormSchema, send });
  return (
    <form noValidate onSubmit={form.submit}>
      <WhenFields form={form} hasZone={false} />
      <button type="submit">Save</button>
    </form>
  );
}

test("the end moves along while the start is typed, so that Enter saves both", async () => {
  const send = vi.fn<(fields: EventFields) => void>();
  render(<Example send={send} />);
  const start = screen.getByLabelText<HTMLInputElement>("From (time)");
  start.focus();
  fireEvent.change(start, { target: { value: "09:00" } });
  expect(screen.getByLabelText<HTMLInputElement>("Until (time)").value).toBe("10:00");
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  const sent = sentOf(send.mock.calls[0]![0]);
  expect(sent).toMatchObject({ start: "2027-03-10T09:00", end: "2027-03-10T10:00" });
});

test("moves the end once the year of a typed day is complete", async () => {
  render(<Example send={() => undefined} />);
  await userEvent.click(screen.getByRole("button", { name: "Ends another day" }));
  const day = screen.getByLabelText<HTMLInputElement>("From");
  for (const value of ["0002-03-10", "0020-03-10", "0202-03-10", "2028-03-11"])
    fireEvent.change(day, { target: { value } });
  expect(screen.getByLabelText<HTMLInputElement>("Until").value).toBe("11 Mar 2028");
});

test("a start that moves the end past midnight shows the last day, which stays while it is changed", () => {
  render(<Example send={() => undefined} />);
  expect(screen.queryByLabelText("Until")).toBeNull();
  fireEvent.change(screen.getByLabelText("From (time)"), { target: { value: "23:30" } });
  const last = screen.getByLabelText<HTMLInputElement>("Until");
  expect(last.value).toBe("11 Mar 2027");
  fireEvent.change(last, { target: { value: "10 Mar 2027" } });
  expect(screen.getByLabelText("Until")).toBe(last);
});
