import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { NodeReport } from "@atoll/contract/operation/routes";
import type { RoomState } from "../../platform/storage-room.ts";
import { repeat } from "../../platform/turns/repeat.ts";
import { withinPatience as within } from "../../platform/turns/within-patience.ts";
import type { LivePart, SliceContext } from "../../slice.ts";

const everyMs = 15_000;
const resolutionMs = 20;

/** Writes what this node says about itself next to its lease. Another one may then be asked for all of them. */
export interface Reporter extends LivePart {
  reportNow(): Promise<void>;
}

/** Reports this node to the others at an interval, and when asked. */
export function createReporter(context: SliceContext): Reporter {
  const { bus, log, room, realtime, readiness, slowStatements, workspace } = context;
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const loopDelay = monitorEventLoopDelay({ resolution: resolutionMs });
  loopDelay.enable();

  async function describe(): Promise<NodeReport> {
    const { obstacles, limits } = await readiness();
    // A disk that cannot be asked is an obstacle already.
    const { files, database } = await within(room.state()).catch(() => ({
      files: unknownRoom,
      database: unknownRoom,
    }));
    return {
      host: hostname(),
      version: workspace.version,
      startedAt,
      obstacles,
      limits: [...limits, ...(bus.isDegraded() ? ["bus"] : [])],
      memoryBytes: process.memoryUsage.rss(),
      // It measures the time between two turns of its own timer.
      loopDelayMs: Math.max(0, Math.round(loopDelay.max / 1e6) - resolutionMs),
      socketCount: realtime.count(),
      disks: { files: presentDisk(files), database: presentDisk(database) },
      slowStatements: slowStatements?.recent() ?? [],
    };
  }

  const reportNow = async () => bus.report(await describe());
  const repetition = repeat({
    everyMs,
    async run() {
      await reportNow();
      loopDelay.reset();
    },
    onError: (error) => log.warn({ err: error }, "this node's report could not be written"),
  });
  return {
    reportNow,
    async stop() {
      await repetition.stop();
      loopDelay.disable();
    },
  };
}

const unknownRoom: RoomState = { freeBytes: undefined, isFull: false };

const presentDisk = ({ freeBytes, isFull }: RoomState) => ({ freeBytes: freeBytes ?? null, isFull });
