// @vitest-environment jsdom
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aChannel, aMessage, ruth } from "../../../test/chat/objects.ts";
import { chatForEach } from "../../../test/chat/start-chat.tsx";
import { PersonCards } from "../../capabilities/people/card/person-card.tsx";
import { PersonName } from "../../capabilities/people/person-name.tsx";
import { Attendees } from "../../features/calendar/event/attendees.tsx";
import { MentionsView } from "../../features/chat/views/mentions-view.tsx";

const chat = chatForEach();

const actions = () => null;
const knowRuth = () =>
  chat.server.answers.set(`GET /api/people/${ruth.id}`, () => ({
    profile: { ...ruth, departments: [], timeZone: null },
  }));
const card = () => screen.findByRole("dialog", { name: "Colleague" });

it("opens from the name on a message's card, by keys too, and leads nowhere", async () => {
  knowRuth();
  chat.server.answers.set("GET /api/mentions", () => ({
    items: [{ message: aMessage({ seq: 1 }), channel: aChannel({ id: chat.server.channelId }) }],
    nextCursor: null,
  }));
  const onGo = vi.fn();
  const user = chat.show(
    <>
      <MentionsView onGo={onGo} />
      <PersonCards actions={actions} />
    </>,
  );
  const name = await screen.findByRole("button", { name: ruth.name });
  name.focus();
  await user.keyboard("{Enter}");
  expect(await within(await card()).findByText(ruth.email)).toBeTruthy();
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(onGo).not.toHaveBeenCalled();
  await user.click(screen.getByRole("link", { name: "message 1" }));
  expect(onGo).toHaveBeenCalledOnce();
});

it("opens for a guest in the sheet of an event, and in a list of people", async () => {
  knowRuth();
  const invited = { person: ruth, isOrganiser: false, rsvp: "ACCEPTED", note: "" };
  const event = {
    attendees: [invited],
    attendeeCount: 2,
    counts: { accepted: 1, tentative: 0, declined: 0, pending: 1 },
  } as unknown as OpenEvent;
  const user = chat.show(
    <>
      <div role="dialog" aria-label="Event">
        <Attendees event={event} />
      </div>
      <PersonName person={ruth} />
      <PersonCards actions={actions} />
    </>,
  );
  const [inSheet, inList] = screen.getAllByRole("button", { name: ruth.name });
  for (const name of [inSheet, inList]) {
    await user.click(name!);
    expect(await within(await card()).findByText(ruth.email)).toBeTruthy();
    await user.keyboard("{Escape}");
    await vi.waitFor(() => expect(screen.queryByRole("dialog", { name: "Colleague" })).toBeNull());
  }
});
