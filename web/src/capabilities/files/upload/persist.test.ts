import { expect, it, vi } from "vitest";
import { ApiError } from "../../../lib/server/api-client.ts";
import { type PersistOptions, persist } from "./persist.ts";

const cut = new ApiError({ code: "network_error", message: "cut", status: 0 });
const refused = new ApiError({ code: "file_empty", message: "This file is empty.", status: 400 });

function aLine(state: "connected" | "disconnected" = "connected") {
  const listeners = new Set<() => void>();
  const stopping = new AbortController();
  const progress: number[] = [];
  let now = state;
  const options: PersistOptions = {
    realtime: {
      getState: () => now,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    signal: stopping.signal,
    onProgress: (sent) => progress.push(sent),
    pause: { baseMs: 1, maxMs: 2 },
  };
  function come() {
    now = "connected";
    for (const listener of [...listeners]) listener();
  }
  return { options, stopping, progress, listeners, come };
}

it("restarts after a disconnect, and shows it", async () => {
  const line = aLine();
  const send = vi.fn().mockRejectedValueOnce(cut).mockRejectedValueOnce(cut).mockResolvedValue("there");
  await expect(persist(send, line.options)).resolves.toBe("there");
  expect(send).toHaveBeenCalledTimes(3);
  expect(line.progress).toEqual([0, 0]);
});

it("waits while the connection is down", async () => {
  const line = aLine("disconnected");
  const send = vi.fn().mockRejectedValueOnce(cut).mockResolvedValue("there");
  const sent = persist(send, line.options);
  await vi.waitUntil(() => line.listeners.size === 1);
  expect(send).toHaveBeenCalledTimes(1);
  line.come();
  await expect(sent).resolves.toBe("there");
  expect(line.listeners.size).toBe(0);
});

it("gives up after four cuts, and at once when the server refuses", async () => {
  const always = vi.fn().mockRejectedValue(cut);
  await expect(persist(always, aLine().options)).rejects.toBe(cut);
  expect(always).toHaveBeenCalledTimes(4);
  const never = vi.fn().mockRejectedValue(refused);
  await expect(persist(never, aLine().options)).rejects.toBe(refused);
  expect(never).toHaveBeenCalledTimes(1);
});

it("stops when it is cancelled, also while it waits", async () => {
  const line = aLine("disconnected");
  const send = vi.fn().mockRejectedValue(cut);
  const sent = persist(send, line.options);
  await vi.waitUntil(() => line.listeners.size === 1);
  line.stopping.abort(new Error("cancelled"));
  await expect(sent).rejects.toThrow("cancelled");
  expect(line.listeners.size).toBe(0);
  expect(send).toHaveBeenCalledTimes(1);
});
