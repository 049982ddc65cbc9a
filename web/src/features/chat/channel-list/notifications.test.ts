import { expect, test } from "vitest";
import { aChannel, aMessage, marisol } from "../../../../test/chat/objects.ts";
import { callsViewer } from "./count-change.ts";
import { shouldNotify } from "./notifications.ts";

const mentionsOnly = aChannel({ notify: "mentions" });
const everyMessage = aChannel({ notify: "all" });

test.each([
  ["calls everyone", { mentionsAll: "channel", calledHere: false }, true],
  ["calls those who were here, the viewer among them", { mentionsAll: "here", calledHere: true }, true],
  ["calls those who were here, but not the viewer", { mentionsAll: "here", calledHere: false }, false],
  ["calls nobody", { mentionsAll: null, calledHere: false }, false],
] as const)(
  "highlights and sounds for a message that %s, by what the server says",
  (_what, calls, isCalled) => {
    const message = aMessage({ seq: 1, content: "Tea? @here", ...calls });
    expect(callsViewer(message, marisol.id)).toBe(isCalled);
    expect(shouldNotify(message, mentionsOnly, marisol.id)).toBe(isCalled);
    expect(shouldNotify(message, everyMessage, marisol.id)).toBe(true);
    expect(callsViewer({ ...message, author: marisol }, marisol.id)).toBe(false);
  },
);
