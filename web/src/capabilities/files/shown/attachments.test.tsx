// @vitest-environment jsdom

import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { formatBytes } from "../../../lib/format-bytes.ts";
import type { Attachment } from "../wire.ts";
import { Attachments } from "./attachments.tsx";

const chat = chatForEach();
let asks: string[][];
/** Files that the viewer may not read any more. */
let gone: string[];
const linksPath = "POST /api/attachment-links";

const wide = anAttachment(1, "wide.png", {
  preview: "image",
  mimeType: "image/png",
  width: 1600,
  height: 900,
});
const tall = anAttachment(2, "tall.png", {
  preview: "image",
  mimeType: "image/png",
  width: 100,
  height: 900,
});
const report = anAttachment(3, "report.pdf", { preview: "pdf", mimeType: "application/pdf" });
const drawing = anAttachment(4, "drawing.svg", { mimeType: "image/svg+xml" });

beforeEach(() => {
  asks = [];
  gone = [];
  chat.server.answers.set(linksPath, ({ ids }) => {
    const wanted = (ids as string[]).filter((id) => !gone.includes(id));
    asks.push(wanted);
    return {
      links: wanted.map((id) => ({ id, url: `/api/files/${id}?ask=${asks.length}`, thumbnailUrl: null })),
      expiresInSeconds: 900,
    };
  });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "connection");
  vi.restoreAllMocks();
});

it("keeps the place of a picture by its real size, and asks for all links at once", async () => {
  chat.show(<Attachments attachments={[wide]} />);
  chat.show(<Attachments attachments={[tall]} />);
  const place = (name: string) => screen.getByRole("button", { name: `Open ${name}` }).style;
  expect([place("wide.png").width, place("wide.png").aspectRatio]).toEqual(["320px", "320 / 180"]);
  // As high as a message allows, and never narrower than can be pressed.
  expect([place("tall.png").width, place("tall.png").aspectRatio]).toEqual(["48px", "48 / 260"]);
  await vi.waitFor(() => expect(document.querySelectorAll("img")).toHaveLength(2));
  expect(asks).toEqual([[wide.id, tall.id]]);
});

it("loads no preview for a person who saves data, and the picture when they press it", async () => {
  Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData: true } });
  const user = chat.show(<Attachments attachments={[wide, tall]} />);
  const tile = screen.getByRole("button", { name: "Open wide.png" });
  expect([tile.style.width, tile.querySelector("img"), tile.textContent]).toEqual([
    "132px",
    null,
    formatBytes(wide.sizeBytes),
  ]);
  expect(asks).toEqual([]);
  await user.click(tile);
  await screen.findByRole("dialog");
  await vi.waitFor(() => expect(asks).toEqual([[wide.id]]));
});

it("moves between viewable files by keys and buttons, and closes with Escape", async () => {
  const user = chat.show(<Attachments attachments={[drawing, wide, tall, report]} />);
  const title = () => screen.getByRole("dialog").querySelector("h2")?.textContent;
  await user.click(screen.getByRole("button", { name: "Open wide.png" }));
  await screen.findByRole("dialog");
  expect(title()).toBe("wide.png");
  await user.keyboard("{ArrowLeft}{ArrowRight}");
  expect(title()).toBe("tall.png");
  await user.keyboard("+");
  expect(await screen.findByText("150%")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next file" }));
  expect(title()).toBe("report.pdf");
  // The button that was pressed cannot be pressed any more; the keys work all the same.
  await user.keyboard("{ArrowRight}{ArrowLeft}");
  expect(title()).toBe("tall.png");
  expect(await screen.findByText("100%")).toBeTruthy();
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("offers a PDF as a download if the browser cannot show it, and a drawing always", async () => {
  const user = chat.show(<Attachments attachments={[report, drawing]} />);
  expect(screen.queryByRole("button", { name: "drawing.svg" })).toBeNull();
  expect(await screen.findByRole("link", { name: "Download drawing.svg" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "report.pdf" }));
  expect(await screen.findByText("This browser cannot show this kind of file.")).toBeTruthy();
  expect(screen.getByText("Download", { selector: "a" }).getAttribute("href")).toMatch(/&download=1$/);
});

it("asks for another link before a file is saved from a page that has been open for long", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute("href") ?? "");
  });
  const user = chat.show(<Attachments attachments={[drawing]} />);
  const link = await screen.findByRole("link", { name: "Download drawing.svg" });
  expect(link.getAttribute("href")).toMatch(/ask=1&download=1$/);
  vi.setSystemTime(Date.now() + 20 * 60_000);
  await user.click(link);
  await vi.waitFor(() => expect(followed).toEqual([`/api/files/${drawing.id}?ask=2&download=1`]));

  gone = [drawing.id];
  vi.setSystemTime(Date.now() + 20 * 60_000);
  await user.click(link);
  expect(await screen.findByText("This file does not exist, or you cannot see it.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Download drawing.svg" })).toBeNull();
  expect(followed).toHaveLength(1);
});

function anAttachment(number: number, originalName: string, given: Partial<Attachment>): Attachment {
  return {
    id: testId(5000 + number),
    filename: originalName,
    originalName,
    mimeType: "application/octet-stream",
    sizeBytes: 1234,
    width: null,
    height: null,
    preview: null,
    hasThumbnail: false,
    ...given,
  };
}

it("opens a text at the line, and a PDF at the page, that the address names", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    this.setAttribute("data-seen", "");
  });
  const notes = anAttachment(5, "notes.txt", { preview: "text", mimeType: "text/plain" });
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
    String(input).startsWith("/api/files/") ? new Response("one\ntwo\nthree\n") : realFetch(input, init),
  );
  location.hash = `#file=${notes.id}&line=2`;
  chat.show(<Attachments attachments={[report, notes]} />);
  await vi.waitFor(() => expect(document.querySelector("mark[data-seen]")?.textContent).toBe("two"));
  expect(scrolled).toHaveBeenCalledTimes(1);

  vi.stubGlobal("navigator", { ...navigator, pdfViewerEnabled: true });
  location.hash = `#file=${report.id}&page=3`;
  chat.show(<Attachments attachments={[report]} />);
  await vi.waitFor(() => expect(document.querySelector("iframe")?.getAttribute("src")).toMatch(/#page=3$/));
});
