import type { Acknowledgement, Command } from "@atoll/contract/command";
import { type CommandAnswer, type CommandName, type CommandPayload, commands } from "@atoll/contract/events";
import type { Socket } from "socket.io";
import { AppError, isFault } from "../app-error.ts";
import { withoutAddresses } from "../http/without-addresses.ts";
import type { Log } from "../log/log.ts";
import { parse } from "../parse.ts";
import { assertStorable } from "../storable.ts";
import { workFor } from "../turns/owner-of-work.ts";
import { dataOf } from "./socket-data.ts";

/** The socket that a command came from. */
export interface CommandSender {
  userId: string;
  sessionId: string;
  /** Whether it is in a room at this moment. */
  isIn(room: string): boolean;
  /** Whether it is still connected. */
  isHere(): boolean;
  /** Sets whether the person is idle in this browser. */
  setIdle(isIdle: boolean): void;
  /**
   * Joins these rooms, and leaves those joined before for the same purpose. All are left when the socket loses the room
   * `whileIn`.
   */
  choose(purpose: string, rooms: readonly string[], whileIn: string): void;
}

/** Throws an AppError to refuse. */
export type CommandHandler<Name extends CommandName> = (
  payload: CommandPayload<Name>,
  sender: CommandSender,
) => CommandAnswer<Name> | Promise<CommandAnswer<Name>>;

/** By the names of the commands; each has one handler in the whole application. */
export type CommandHandlers = { readonly [Name in CommandName]?: CommandHandler<Name> };

export interface Commands {
  handle(handlers: CommandHandlers): void;
  /** Handles anything that a browser sends. Never throws: errors are sent to the browser if it expects a response. */
  receive(socket: Socket, sender: CommandSender, name: unknown, parts: readonly unknown[]): void;
}

type Sender = Pick<CommandSender, "userId" | "sessionId">;

/** Throws an AppError to refuse a command, or one that writes. */
export interface CommandAdmission {
  admit: (sender: Sender, command: Command) => Promise<void>;
  admitWrite: (sender: Sender) => Promise<void>;
}

/** Commands that no slice handles share one limit. */
const unknownLimit = { max: 20, windowMs: 60_000 };
/** A browser of ours is refused now and then. One that goes on for so often in a minute does nothing else. */
const refusedLimit = { max: 500, windowMs: 60_000 };

/** Keys for counting. No command has such a name. */
const [unknownName, refusedName] = ["(unknown)", "(refused)"];

type Handler = (payload: unknown, sender: CommandSender) => Promise<unknown>;

/** The commands of browsers: counted, validated by the contract, handled by the slices. */
export function createCommands(log: Log, { admit, admitWrite }: CommandAdmission): Commands {
  const handlers = new Map<string, { handler: Handler; max: number; windowMs: number }>();
  const counts = new WeakMap<Socket, Map<string, { count: number; until: number }>>();

  function isOver(
    socket: Socket,
    name: string,
    { max, windowMs }: { max: number; windowMs: number },
  ): boolean {
    const own = counts.get(socket) ?? new Map<string, { count: number; until: number }>();
    counts.set(socket, own);
    const now = Date.now();
    const before = own.get(name);
    const window = before && before.until > now ? before : { count: 0, until: now + windowMs };
    window.count += 1;
    own.set(name, window);
    return window.count > max;
  }

  async function run(socket: Socket, sender: CommandSender, name: unknown, payload: unknown) {
    const known = typeof name === "string" ? handlers.get(name) : undefined;
    if (!known || typeof name !== "string") {
      if (isOver(socket, unknownName, unknownLimit)) throw new AppError("rate_limited");
      throw new AppError("invalid_request", { detail: "no such command" });
    }
    if (isOver(socket, name, known)) throw new AppError("rate_limited");
    return workFor({ owner: sender.userId, kind: name.split(".")[0] ?? name }, () =>
      known.handler(payload, sender),
    );
  }

  function add<Name extends CommandName>(name: Name, handler: CommandHandler<Name>): void {
    const command: Command = commands[name];
    const { payload: schema, rateLimit, writes } = command;
    handlers.set(name, {
      handler: async (payload, sender) => {
        await admit(sender, command);
        const parsed = parse(schema, payload);
        assertStorable(parsed);
        if (writes?.(parsed as never)) await admitWrite(sender);
        // The schema for this name has validated the payload.
        return handler(parsed as CommandPayload<Name>, sender);
      },
      max: rateLimit.max,
      windowMs: rateLimit.windowSeconds * 1000,
    });
  }

  return {
    handle(given) {
      const addGiven = <Name extends CommandName>(name: Name) => {
        const handler: CommandHandler<Name> | undefined = given[name];
        if (handler) add(name, handler);
      };
      for (const name of Object.keys(given).filter(isCommandName)) addGiven(name);
    },
    receive(socket, sender, name, parts) {
      const last = parts.at(-1);
      const acknowledge = (acknowledgement: Acknowledgement<unknown>) => {
        if (typeof last === "function") last(acknowledgement);
      };
      run(socket, sender, name, parts[0]).then(
        (answer) => acknowledge({ answer: dataOf(socket).isGuest ? withoutAddresses(answer) : answer }),
        (error: unknown) => {
          const known = error instanceof AppError ? error : new AppError("internal_error", { cause: error });
          if (isFault(known)) log.error({ err: error, command: name }, "a command failed");
          acknowledge({ error: { code: known.code, message: known.message } });
          if (isOver(socket, refusedName, refusedLimit)) socket.disconnect(true);
        },
      );
    },
  };
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
