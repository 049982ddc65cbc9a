import { createServer } from "node:http";
import { WebSocketServer } from "ws";

// The least that a socket can be: bare ws, which keeps nothing of it. Started as a process of its own by the scenario.
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket) => {
  socket.on("message", () => undefined);
});
server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
  const address = server.address();
  console.log(`ready at http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
});
process.on("SIGTERM", () => process.exit(0));
