import { connect, type Socket } from "node:net";

export interface LightHttp {
  /** Resolves with the answer's body; rejects unless it is one of success. */
  ask(method: "GET" | "POST", path: string, options: { token?: string; body?: object }): Promise<string>;
  close(): void;
}

/**
 * Asks over kept connections, each with one request at a time, as a reverse proxy does: as cheap as can be for the
 * measuring process.
 */
export function createLightHttp(url: string, maxConnections = 256): LightHttp {
  const { hostname, port } = new URL(url);
  const all = new Set<Connection>();
  const free: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let opening = 0;

  async function open(): Promise<Connection> {
    opening += 1;
    const connection = await openConnection(hostname, Number(port));
    opening -= 1;
    all.add(connection);
    connection.socket.once("close", () => {
      all.delete(connection);
      // A server closes a connection that had nothing to do.
      if (free.includes(connection)) free.splice(free.indexOf(connection), 1);
    });
    return connection;
  }

  async function take(): Promise<Connection> {
    const connection = free.pop();
    if (connection) return connection;
    if (all.size + opening < maxConnections) return open();
    return new Promise((resolve) => waiting.push(resolve));
  }

  return {
    async ask(method, path, { token, body }) {
      const connection = await take();
      const json = body ? JSON.stringify(body) : "";
      const answer = await connection.ask(
        `${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
          `${token ? `Authorization: Bearer ${token}\r\n` : ""}` +
          `${body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n` : ""}\r\n${json}`,
      );
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
      if (!/^HTTP\/1\.1 2/.test(answer)) throw new Error(`${path} answered ${answer}`);
      return answer.slice(answer.indexOf("\r\n\r\n") + 4);
    },
    close() {
      for (const connection of all) connection.socket.destroy();
    },
  };
}

interface Connection {
  socket: Socket;
  ask(request: string): Promise<string>;
}

function openConnection(host: string, port: number): Promise<Connection> {
  const socket = connect({ host, port, noDelay: true });
  let current: PromiseWithResolvers<string> | undefined;
  let answer = "";
  socket.setEncoding("latin1");
  socket.on("data", (part: string) => {
    answer += part;
    const end = answer.indexOf("\r\n\r\n");
    const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
    if (end < 0 || length === undefined || answer.length < end + 4 + Number(length)) return;
    const whole = answer;
    answer = "";
    current?.resolve(whole);
  });
  socket.on("close", () => current?.reject(new Error("the connection was closed")));
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () =>
      resolve({
        socket,
        ask(request) {
          current = Promise.withResolvers();
          socket.write(request);
          return current.promise;
        },
      }),
    );
  });
}
