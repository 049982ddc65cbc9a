import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { moveIn } from "../members.ts";
import { openSocket } from "../sockets.ts";

const rounds = 3;
const limitSeconds = 5;
const ofEachKind = 20;
const streamedBytes = 24 * 1024 * 1024;

/**
 * From SIGTERM to the end of the process while many are connected: some say nothing, are kept for their next request,
 * send half a head, half a body or half a file, take a download slowly, post one message after the other, or have a
 * socket. The limit is 5 s, and it ends with 0. There is no floor: without anybody it is what the database takes.
 */
export async function stopping(say: (line: string) => void): Promise<string[]> {
  const alone: Stop[] = [];
  const busy: Stop[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    alone.push(await (await startAtoll()).stop());
    busy.push(await stopWhileBusy());
  }
  const isHeld = [...alone, ...busy].every(({ seconds, code }) => seconds <= limitSeconds && code === 0);
  return [
    `with nobody there: ${row(alone)}`,
    `with ${ofEachKind} connections of each of six kinds, ${ofEachKind} downloads, ${ofEachKind} sockets and ${ofEachKind} who post: ${row(busy)}`,
    `limit ${limitSeconds} s and exit 0: ${isHeld ? "held" : "EXCEEDED"}`,
  ];
}

type Stop = Awaited<ReturnType<AtollProcess["stop"]>>;

async function stopWhileBusy(): Promise<Stop> {
  const atoll = await startAtoll();
  const { channelId, members } = await moveIn(atoll, ofEachKind);
  const token = members[0]?.token ?? "";
  const form = "--edge\r\ncontent-disposition: form-data; name=file; filename=half.bin\r\n\r\nthe first half";
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nhost: atoll\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: 900000\r\n\r\n`;
  const texts = [
    "",
    "GET /healthz HTTP/1.1\r\nhost: atoll\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nhost: at",
    "GET /socket HTTP/1.1\r\nhost: atoll\r\nupgrade: websocket\r\n",
    `${head("/api/auth/token", "application/json")}{`,
    `${head("/api/attachments", "multipart/form-data; boundary=edge")}${form}`,
  ];
  const each = Array.from({ length: ofEachKind });
  const address = await uploadFilm(atoll, token);
  const connections = await Promise.all(each.flatMap(() => texts.map((text) => speak(atoll.url, text))));
  const downloads = await Promise.all(each.map(() => download(address)));
  await Promise.all(members.map((member) => openSocket(atoll, member.token, () => undefined)));
  const posting = members.map((member) => keepPosting(atoll, member.token, channelId));
  await Promise.all(posting.map(({ started }) => started));
  const stopped = await atoll.stop();
  await Promise.all(posting.map(({ ended }) => ended));
  for (const one of [...connections, ...downloads]) one.destroy();
  return stopped;
}

async function uploadFilm(atoll: AtollProcess, token: string): Promise<URL> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append("file", new File([new Uint8Array(streamedBytes)], "film.bin"));
  const uploaded = await fetch(`${atoll.url}/api/attachments`, { method: "POST", headers, body: form });
  const { attachment } = (await uploaded.json()) as { attachment: { id: string } };
  const linked = await fetch(`${atoll.url}/api/attachment-links`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ ids: [attachment.id] }),
  });
  const { links } = (await linked.json()) as { links: { url: string }[] };
  return new URL(links[0]?.url ?? "", atoll.url);
}

/** A connection that says something, and then no more, and reads nothing. */
async function speak(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  if (text) socket.write(text);
  return socket;
}

/** Starts a download that reads only the beginning. */
async function download(address: URL): Promise<IncomingMessage> {
  const [response] = (await once(get(address, { agent: false }), "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the download answered ${response.statusCode}`);
  response.on("error", () => undefined);
  return response;
}

/** Until it is refused or cut off. */
function keepPosting(atoll: AtollProcess, token: string, channelId: string) {
  const started = Promise.withResolvers<void>();
  const ended = (async () => {
    for (;;) {
      const body = JSON.stringify({ id: crypto.randomUUID(), content: "Still here" });
      const answer = await fetch(`${atoll.url}/api/channels/${channelId}/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body,
      }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status !== 201) return started.reject(new Error(`posting answered ${answer?.status}`));
      started.resolve();
    }
  })();
  return { started: started.promise, ended };
}

function row(stops: readonly Stop[]): string {
  return stops.map(({ seconds, code }) => `${seconds.toFixed(2)} s (exit ${code})`).join(", ");
}
