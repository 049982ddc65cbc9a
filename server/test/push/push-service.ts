import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { importJWK, jwtVerify } from "jose";

/** Reads a certificate that only tests trust. */
const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");
export const certificate: string = read("cert.pem");
export const certificatePath: string = fileURLToPath(new URL("cert.pem", import.meta.url));

/** A decrypted push, with its verified sender. */
export interface ReceivedPush {
  content: PushContent;
  bytes: number;
  headers: IncomingMessage["headers"];
  /** The key in base64url that it was signed with, and what was signed. */
  signedBy: string;
  claims: { sub?: string; exp?: number };
}

export interface PushContent {
  web_push: number;
  app_badge: number;
  notification: {
    title: string;
    body: string;
    navigate: string;
    tag: string;
    silent: boolean;
    requireInteraction: boolean;
    actions: { action: string; title: string }[];
    data: { path: string; version: string; token?: string };
  };
}

export interface Device {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: ReceivedPush[];
  /** How often it was asked for, whatever it answered. */
  asked: number;
  /** How it answers from now on: a status with headers, or not at all. */
  answer: { status: number; headers?: Record<string, string> } | "hang";
  /** Settles with so many received pushes. */
  has(count: number): Promise<ReceivedPush[]>;
  wasAsked(times: number): Promise<void>;
}

export interface PushService {
  host: string;
  /** The difference between its clock and ours. */
  clockAheadMs: number;
  subscribe(path?: string): Device;
  close(): Promise<void>;
}

/** A push service that holds everybody who sends to it to RFC 8030, 8188, 8291 and 8292, and opens what it was sent. */
export async function startPushService(): Promise<PushService> {
  const waiting = new Set<() => void>();
  const devices = new Map<string, Device & { keys: ECDH; auth: Buffer }>();
  const server = createServer({ cert: certificate, key: read("key.pem") }, (request, response) => {
    take(request, response)
      .catch((error: unknown) => {
        response.writeHead(400).end(String(error));
      })
      .finally(() => {
        for (const look of waiting) look();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;

  /** Settles when it is so after a request, and fails when that takes far too long. */
  function until(isSo: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`the push service waits for ${what}`));
      }, 15_000);
      const look = () => {
        if (!isSo()) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const device = devices.get(request.url ?? "");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader("date", new Date(Date.now() + service.clockAheadMs).toUTCString());
    if (!device) return void response.writeHead(404).end();
    device.asked += 1;
    if (device.answer === "hang") return;
    const { status, headers = {} } = device.answer;
    if (status !== 201) return void response.writeHead(status, headers).end();
    if (request.method !== "POST") return void response.writeHead(405).end();
    const signature = await readSignature(request.headers.authorization ?? "", origin);
    if (!signature) return void response.writeHead(403).end();
    const body = Buffer.concat(chunks);
    const { ttl = "", topic = "", urgency = "" } = request.headers as Record<string, string>;
    const isRight =
      request.headers["content-encoding"] === "aes128gcm" &&
      /^\d+$/.test(ttl) &&
      /^[\w-]{1,32}$/.test(topic) &&
      /^(very-low|low|normal|high)$/.test(urgency);
    if (!isRight) return void response.writeHead(400).end();
    if (body.length > 4096) return void response.writeHead(413).end();
    const plain = decrypt(body, device.keys, device.auth);
    device.received.push({
      content: JSON.parse(plain.toString()) as PushContent,
      bytes: plain.length,
      headers: request.headers,
      ...signature,
    });
    response.writeHead(201, { location: `${origin}/message/${randomUUID()}` }).end();
  }

  /** RFC 8292: signed for this service, by the key that it names, and not run out or too far ahead by its clock. */
  async function readSignature(header: string, audience: string) {
    const parts = new Map(
      header
        .replace(/^vapid /, "")
        .split(/, ?/)
        .map((part) => [part.slice(0, 1), part.slice(2)]),
    );
    const point = Buffer.from(parts.get("k") ?? "", "base64url");
    const now = new Date(Date.now() + service.clockAheadMs);
    try {
      const key = await importJWK(
        {
          kty: "EC",
          crv: "P-256",
          x: point.subarray(1, 33).toString("base64url"),
          y: point.subarray(33).toString("base64url"),
        },
        "ES256",
      );
      const { payload } = await jwtVerify(parts.get("t") ?? "", key, { audience, currentDate: now });
      if ((payload.exp ?? Infinity) * 1000 > now.getTime() + 24 * 3600_000) return undefined;
      if (!/^(mailto:|https:)/.test(payload.sub ?? "")) return undefined;
      return { signedBy: parts.get("k") ?? "", claims: payload };
    } catch {
      return undefined;
    }
  }

  const service: PushService = {
    host: "localhost",
    clockAheadMs: 0,
    subscribe(path = `/push/${randomUUID()}`) {
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const auth = randomBytes(16);
      const device: Device & { keys: ECDH; auth: Buffer } = {
        keys,
        auth,
        subscription: {
          endpoint: origin + path,
          keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
        },
        received: [],
        asked: 0,
        answer: { status: 201 },
        async has(count) {
          await until(() => device.received.length >= count, `${count} pushes`);
          return device.received;
        },
        wasAsked: (times) => until(() => device.asked >= times, `${times} requests`),
      };
      devices.set(path, device);
      return device;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** RFC 8291: opens what was encrypted for a browser. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), senderKey]);
  const secret = hkdfSync("sha256", keys.computeSecret(senderKey), auth, info, 32);
  const derive = (name: string, length: number) =>
    Buffer.from(
      hkdfSync("sha256", Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
    );
  const record = body.subarray(21 + idLength);
  const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  // The last record ends with a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2));
}
