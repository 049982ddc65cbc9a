import { createServer } from "node:http";
import pg from "pg";
import { type WebSocket, WebSocketServer } from "ws";

// The least that posting to a channel can be: one HTTP handler, one statement, one frame for every socket. The path
// of a request is the number of its channel.
// Started as a process of its own by the scenario, with DATABASE_URL; prints its address.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query(`
  CREATE TABLE IF NOT EXISTS floor_channels (id int PRIMARY KEY, head bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS floor_messages (id uuid PRIMARY KEY, channel int, seq bigint, content text,
    created_at timestamptz DEFAULT now(), UNIQUE (channel, seq));
  INSERT INTO floor_channels SELECT n, 0 FROM generate_series(1, 1000) AS n ON CONFLICT DO NOTHING;`);

const rooms = new Map<string, Set<WebSocket>>();
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { id, content } = JSON.parse(Buffer.concat(parts).toString());
  const channel = request.url?.slice(1) ?? "";
  const { rows } = await pool.query({
    name: "post",
    text: `WITH c AS (UPDATE floor_channels SET head = head + 1 WHERE id = $3 RETURNING head)
      INSERT INTO floor_messages (id, channel, seq, content) SELECT $1, $3, head, $2 FROM c RETURNING seq, created_at`,
    values: [id, content, channel],
  });
  const frame = JSON.stringify({ id, content, ...rows[0] });
  for (const socket of rooms.get(channel) ?? []) socket.send(frame);
  response
    .writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(frame) })
    .end(frame);
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket, request) => {
  const channel = request.url?.slice(1) ?? "";
  const room = rooms.get(channel) ?? new Set();
  rooms.set(channel, room.add(socket));
  socket.on("close", () => room.delete(socket));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready at http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
});
process.on("SIGTERM", () => process.exit(0));
