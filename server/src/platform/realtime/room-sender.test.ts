import { createServer } from "node:http";
import { Server } from "socket.io";
import { io as connect, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRoomSender, type RoomSender } from "./room-sender.ts";

const people = ["ada", "ben", "cleo", "dov", "elin"];
const http = createServer();
const io = new Server(http, { serveClient: false, transports: ["websocket"] });
const browsers = new Map<string, Socket>();
const heard = new Map<string, number[]>();
let sender: RoomSender;

beforeAll(async () => {
  // Two at a time: five of them take three turns.
  sender = createRoomSender(io, 2);
  io.on("connection", (socket) => {
    sender.opened(socket);
    socket.join(["all", String(socket.handshake.auth.name)]);
    socket.emit("in");
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  const port = typeof address === "object" ? address?.port : 0;
  for (const name of people) {
    const browser = connect(`http://127.0.0.1:${port}`, { auth: { name }, transports: ["websocket"] });
    browser.on("told", ({ n }: { n: number }) => heard.set(name, [...(heard.get(name) ?? []), n]));
    browsers.set(name, browser);
    await new Promise<void>((resolve) => browser.once("in", () => resolve()));
  }
});

afterAll(async () => {
  for (const browser of browsers.values()) browser.close();
  await io.close();
});

test("sends large broadcasts in slices, and to each socket in order", async () => {
  const over = Promise.all(
    people.map((name) => new Promise<void>((done) => browsers.get(name)?.once("over", () => done()))),
  );
  sender.send("all", "told", { n: 1 });
  // Goes to everyone who was in the room when it was sent, including those who have since left, and to nobody who
  // joined later.
  io.in("elin").socketsLeave("all");
  for (const name of people) sender.send(name, "told", { n: 2 });
  sender.send("all", "told", { n: 3 });
  io.in("elin").socketsJoin("all");
  sender.sendToOthers(["all", "ada", "elin"], ["ben"], "told", { n: 4 });
  sender.sendToOthers([], [], "told", { n: 5 });
  sender.send("all", "over", {});
  await over;

  expect(Object.fromEntries(heard)).toEqual({
    ada: [1, 2, 3, 4],
    ben: [1, 2, 3],
    cleo: [1, 2, 3, 4],
    dov: [1, 2, 3, 4],
    elin: [1, 2, 4],
  });
});
