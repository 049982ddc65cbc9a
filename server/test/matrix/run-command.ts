import { errors } from "@atoll/contract/errors/errors";
import type { CommandName } from "@atoll/contract/events";
import { openSocket, type TestSocket } from "../socket.ts";
import { type Actor, admittedNames } from "./actors.ts";
import { type AnySlice, type CommandRow, type Sender, senders } from "./slice.ts";
import type { World } from "./world.ts";
import { forgetWritten, writtenTables } from "./written-tables.ts";

interface Ear {
  name: Sender;
  actor: Actor;
  socket: TestSocket;
}

/**
 * Sends a command in every state as everybody who may connect, and as somebody who was a member of everything and lost
 * the right to chat while connected. Tells what was answered otherwise than expected.
 */
export async function runCommand(
  world: World,
  slices: readonly { slice: AnySlice; things: unknown }[],
  things: unknown,
  command: CommandName,
  row: CommandRow<CommandName, unknown>,
): Promise<string[]> {
  const ears = await Promise.all(senders.map((name) => connect(world, slices, name)));
  const problems: string[] = [];
  for (const [state, { payload, expect }] of Object.entries(row)) {
    await forgetWritten(world.db);
    const outcomes = await Promise.all(
      ears.map(async ({ name, actor, socket }) => {
        const { code, text } = await send(socket, command, payload({ world, things, actor }));
        const expected = name === "demoted" ? expect.voiceless : expect[name];
        const reader = name === "demoted" ? "voiceless" : name;
        for (const what of world.secrets.leaksTo(reader, text))
          problems.push(`${name}, ${state}: LEAK of ${what}`);
        if (code !== expected) problems.push(`${name}, ${state}: expected ${expected}, got ${code}`);
        return code;
      }),
    );
    if (outcomes.includes("ok")) continue;
    for (const table of await writtenTables(world.db))
      problems.push(`${state}: a refusal wrote to the table ${table}`);
  }
  for (const { socket } of ears) socket.close();
  return problems;
}

async function connect(
  world: World,
  slices: readonly { slice: AnySlice; things: unknown }[],
  name: Sender,
): Promise<Ear> {
  if (name !== "demoted") {
    const actor = world.actors[name];
    return { name, actor, socket: await openSocket(world.server.url, actor.token) };
  }
  const actor = await world.newDouble("member");
  for (const { slice, things } of slices) await slice.letIn?.(world, things, actor);
  const socket = await openSocket(world.server.url, actor.token);
  await world.db
    .updateTable("user_roles")
    .set({ role_id: world.roleIds.visitor ?? "" })
    .where("user_id", "=", actor.id)
    .execute();
  await socket.next("viewer.changed");
  return { name, actor, socket };
}

async function send(socket: TestSocket, command: CommandName, payload: unknown) {
  try {
    const answer = await socket.command(command, payload as never);
    return { code: "ok", text: JSON.stringify(answer) };
  } catch (error) {
    const { message } = error as Error;
    const code = /was refused: (\w+)$/.exec(message)?.[1] ?? message;
    return { code, text: code in errors ? "" : message };
  }
}

/** So many answers a row of commands stands for. */
export function countCommandCells(row: CommandRow<CommandName, unknown>): number {
  return Object.keys(row).length * (admittedNames.length + 1);
}
