import { totalmem } from "node:os";

const MB = 1024 * 1024;

/**
 * Returns the settings of the embedded server as arguments of `postgres`. They are passed at every start and not
 * written to the cluster, so a newer Atoll uses its own. For other settings, operators run their own PostgreSQL.
 */
export function settingArguments(port: number, overrides: Record<string, string> = {}): string[] {
  const settings = { ...baseSettings(availableMemory()), ...overrides, ...reach(port) };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Only this machine gets to the port, and there is no socket file that others could find. */
function reach(port: number): Record<string, string> {
  return { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" };
}

/** For one company on one machine that also runs Node: a modest share of memory, and nothing lost on a power cut. */
function baseSettings(memoryBytes: number): Record<string, string> {
  return {
    max_connections: "100",
    shared_buffers: megabytes(memoryBytes / 8, 64, 1024),
    effective_cache_size: megabytes(memoryBytes / 2, 256, 16_384),
    work_mem: "8MB",
    maintenance_work_mem: megabytes(memoryBytes / 32, 64, 512),
    // Read as: solid state disks, where a random page costs hardly more than the next one.
    random_page_cost: "1.1",
    // Compiling a plan costs more than any of our queries takes.
    jit: "off",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    wal_compression: "on",
    // Bounds the log to replay, so that a start after a crash stays short.
    max_wal_size: "512MB",
    // A forgotten transaction would keep rows from being cleaned and locks from being freed.
    idle_in_transaction_session_timeout: "60s",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
    // Failed statements are reported to the client. Logging them here would only write people's texts to a log.
    log_min_error_statement: "panic",
  };
}

/** Returns the container's memory limit if there is one, else the machine's memory. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function megabytes(bytes: number, least: number, most: number): string {
  return `${Math.round(Math.min(Math.max(bytes / MB, least), most))}MB`;
}
