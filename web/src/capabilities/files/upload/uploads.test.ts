import { errors } from "@atoll/contract/errors/errors";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, SpokenError } from "../../../lib/request/api-error.ts";
import type { Attachment } from "../wire.ts";
import { createUploads, type Uploads } from "./uploads.ts";

interface Sending {
  file: File;
  progress: (sentBytes: number) => void;
  signal: AbortSignal;
  finish: () => Promise<void>;
  fail: (failure: string | Error) => Promise<void>;
}

let sendings: Sending[];
let refused: string[];
let discarded: string[];
let uploads: Uploads;
const aFile = (name: string, text = "text") => new File([text], name);
const states = (place = "here") =>
  uploads
    .tray(place)
    .map(({ file, attachment, failure }) => `${file.name} ${failure ?? (attachment ? "there" : "going")}`);

beforeEach(() => {
  sendings = [];
  refused = [];
  discarded = [];
  uploads = createUploads({
    maxFileBytes: () => 10,
    onRefused: (message) => refused.push(message),
    discard: async (id) => void discarded.push(id),
    upload: (file, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        const settle = async () => void (await vi.waitFor(() => undefined));
        sendings.push({
          file,
          signal,
          progress: onProgress,
          finish() {
            resolve(anAttachment(file));
            return settle();
          },
          fail(failure) {
            reject(typeof failure === "string" ? new SpokenError(failure) : failure);
            return settle();
          },
        });
      }),
  });
});

it("uploads three at once, in order, with the progress of each", async () => {
  uploads.add(
    "here",
    ["a", "b", "c", "d"].map((name) => aFile(name)),
  );
  expect(sendings.map(({ file }) => file.name)).toEqual(["a", "b", "c"]);
  sendings[0]?.progress(2);
  expect(uploads.tray("here")[0]?.sentBytes).toBe(2);
  await sendings[0]?.finish();
  await vi.waitFor(() => expect(sendings.map(({ file }) => file.name)).toEqual(["a", "b", "c", "d"]));
  expect(states()).toEqual(["a there", "b going", "c going", "d going"]);
});

it("refuses empty and too large files with the reason", () => {
  uploads.add("here", [aFile("empty", ""), aFile("large", "x".repeat(11))]);
  expect(sendings).toEqual([]);
  expect(states()).toEqual([
    "empty This file is empty.",
    "large This file is too large. The most is 10 bytes.",
  ]);
  expect(uploads.tray("here").some(({ canRetry }) => canRetry)).toBe(false);
});

it("shows the limit when the server refuses a file as too large, without a retry", async () => {
  uploads.add("here", [aFile("a"), aFile("b"), aFile("c")]);
  const refuse = (place: number, code: "file_too_large" | "image_too_large" | "storage_full") =>
    sendings[place]?.fail(new ApiError({ code, message: errors[code].text, status: errors[code].status }));
  await refuse(0, "file_too_large");
  await refuse(1, "image_too_large");
  await refuse(2, "storage_full");
  await vi.waitFor(() =>
    expect(states()).toEqual([
      "a This file is too large. The most is 10 bytes.",
      `b ${errors.image_too_large.text}`,
      `c ${errors.storage_full.text}`,
    ]),
  );
  expect(uploads.tray("here").map(({ canRetry }) => canRetry)).toEqual([false, false, true]);
});

it("accepts at most twenty files per tray", () => {
  uploads.add(
    "here",
    Array.from({ length: 21 }, (_, index) => aFile(`${index}`)),
  );
  expect(uploads.tray("here")).toHaveLength(20);
  expect(refused).toEqual(["A message can have at most 20 files."]);
});

it("can be tried again, cancelled and removed", async () => {
  uploads.add("here", [aFile("a"), aFile("b")]);
  await sendings[0]?.fail("No room");
  await vi.waitFor(() => expect(states()).toEqual(["a No room", "b going"]));
  uploads.retry(uploads.tray("here")[0]?.id ?? "");
  expect(states()).toEqual(["a going", "b going"]);
  uploads.remove(uploads.tray("here")[1]?.id ?? "");
  expect(sendings[1]?.signal.aborted).toBe(true);
  await sendings[2]?.finish();
  await vi.waitFor(() => expect(states()).toEqual(["a there"]));
  uploads.remove(uploads.tray("here")[0]?.id ?? "");
  expect(states()).toEqual([]);
  expect(discarded).toEqual(["id of a"]);
});

it("gives a tray's files to a message, which waits for the last of them", async () => {
  uploads.add("here", [aFile("a"), aFile("b")]);
  uploads.add("there", [aFile("c")]);
  await sendings[1]?.finish();
  const ids = uploads.take("here").map(({ id }) => id);
  expect(states()).toEqual([]);
  expect(states("there")).toEqual(["c going"]);
  const settled = uploads.settled(ids);
  await sendings[0]?.finish();
  expect((await settled).map(({ id }) => id)).toEqual(["id of a", "id of b"]);
  await expect(uploads.settled(["unknown"])).rejects.toThrow("The files are no longer here.");
  await expect(uploads.settled([])).resolves.toEqual([]);
});

function anAttachment({ name, size }: File): Attachment {
  return {
    id: `id of ${name}`,
    filename: name,
    originalName: name,
    mimeType: "text/plain",
    sizeBytes: size,
    width: null,
    height: null,
    preview: "text",
    hasThumbnail: false,
  };
}

it("keeps an uploaded file whose use failed, and clears the failure at the next try", async () => {
  uploads.add("here", [aFile("a")]);
  await sendings[0]?.finish();
  const [one] = uploads.tray("here");
  uploads.fail(one?.id ?? "", "Not now", true);
  expect(states()).toEqual(["a Not now"]);
  uploads.retry(one?.id ?? "");
  expect(states()).toEqual(["a there"]);
  expect([sendings.length, discarded]).toEqual([1, []]);
});
