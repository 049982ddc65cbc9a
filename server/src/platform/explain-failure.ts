import { obstacleOf, refusedConnectionCodes } from "./database/availability.ts";
import { StartError } from "./log/start-error.ts";

/**
 * Explains a failure that an operator can fix, in one sentence: a full or read-only disk, or an unreachable database.
 * Undefined for anything else, which is a defect and keeps its stack.
 */
export function explainFailure(error: unknown): StartError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof StartError) return cause;
    const explained = explainDatabase(cause) ?? explainDisk(cause);
    if (explained) return explained;
  }
  return undefined;
}

function explainDatabase(error: Error): StartError | undefined {
  const reason = reasonOf(error);
  const code = codeOf(error);
  const failed = (message: string, hint: string) => new StartError(message, hint, { cause: error });
  if (refusedConnectionCodes.has(code))
    return failed(
      `The database refuses the connection: ${reason}.`,
      "Check DATABASE_URL: user, password and database name.",
    );
  if (code === "42501")
    return failed(
      `The database does not let Atoll's user create what it needs: ${reason}.`,
      "Make that user the owner of the database: ALTER DATABASE … OWNER TO …, then start again.",
    );
  switch (obstacleOf(error)) {
    case "database_full":
      return failed(
        `The database has no room left on its disk: ${reason}.`,
        "Make room there and try again.",
      );
    case "database_read_only":
      return failed(`The database takes no changes: ${reason}.`, "Name the primary with DATABASE_URL.");
    case "database_busy":
      return failed(`The database has too much to do: ${reason}.`, "Try again when it has less to do.");
    case "database_unavailable":
      return failed(
        `The database cannot be reached: ${reason}.`,
        "Check that it runs and that DATABASE_URL is right.",
      );
    default:
      return undefined;
  }
}

const diskProblems: Readonly<Record<string, [problem: string, hint: string]>> = {
  ENOSPC: ["There is no room left on the disk", "Make room there and try again."],
  EDQUOT: ["The user who runs Atoll has no room left on the disk", "Raise the quota or make room."],
  EROFS: ["The file system is read-only", "Make it writable, or name another folder."],
  EACCES: ["The user who runs Atoll lacks the permission", "Give it to that user, or name another folder."],
  EPERM: ["The user who runs Atoll lacks the permission", "Give it to that user, or name another folder."],
  ENOTDIR: ["A part of the path is not a folder", "Name another folder."],
  EIO: ["The disk cannot be read or written", "Check the disk; the system's log says more."],
  ESTALE: ["The share is no longer mounted", "Mount it again."],
};

function explainDisk(error: Error): StartError | undefined {
  const [problem, hint] = diskProblems[codeOf(error)] ?? [];
  if (!problem || !hint) return undefined;
  const path = "path" in error && typeof error.path === "string" ? error.path : undefined;
  return new StartError(`${problem}${path ? `: ${path}` : ""}.`, hint, { cause: error });
}

/** Returns the reason. Failures of several addresses of one host come as one error without a message. */
function reasonOf(error: Error): string {
  const first =
    error instanceof AggregateError ? error.errors.find((one) => one instanceof Error) : undefined;
  return (error.message || (first instanceof Error ? first.message : "") || codeOf(error)).replace(/\.$/, "");
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
