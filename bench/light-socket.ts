import { randomBytes } from "node:crypto";
import { connect } from "node:net";

export interface LightSocket {
  send(text: string): void;
  close(): void;
  /** When the connection is gone, for whatever reason. */
  closed: Promise<void>;
}

/**
 * A WebSocket that costs next to nothing: thousands of them live in the measuring process, and what they cost would
 * count as the server's. It takes whole text frames of a server that does not compress, and no others.
 * @param onFrame gets a view of the text, which is only good until it returns.
 */
export function openLightSocket(url: string, onFrame: (text: Buffer) => void): Promise<LightSocket> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let isOpen = false;
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.once("close", () => reject(new Error(`${url} was closed before it opened`)));
    socket.once("connect", () => {
      const key = randomBytes(16).toString("base64");
      socket.write(
        `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\n` +
          `Connection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
    });
    socket.on("data", (part: Buffer) => {
      rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
      if (!isOpen) {
        const end = rest.indexOf("\r\n\r\n");
        if (end < 0) return;
        const answer = rest.toString("latin1", 0, end);
        if (!answer.startsWith("HTTP/1.1 101")) return reject(new Error(`${url} answered ${answer}`));
        isOpen = true;
        rest = rest.subarray(end + 4);
        resolve({ send: (text) => socket.write(maskedFrame(text)), close: () => socket.destroy(), closed });
      }
      // As a browser does: a server that closes waits for it, half a minute long.
      rest = takeFrames(rest, onFrame, () => socket.end(maskedFrame("", closeFrame)));
    });
  });
}

const textFrame = 0x81;
const closeFrame = 0x88;

/** Hands out every frame that is there as a whole, and tells when the server closes; returns what is left. */
function takeFrames(bytes: Buffer, onFrame: (text: Buffer) => void, onClose: () => void): Buffer {
  let at = 0;
  while (bytes.length - at >= 2) {
    let length = bytes.readUInt8(at + 1);
    let start = at + 2;
    if (length === 126) {
      if (bytes.length - at < 4) break;
      length = bytes.readUInt16BE(at + 2);
      start = at + 4;
    } else if (length === 127) {
      if (bytes.length - at < 10) break;
      length = Number(bytes.readBigUInt64BE(at + 2));
      start = at + 10;
    }
    if (bytes.length - start < length) break;
    const kind = bytes.readUInt8(at);
    if (kind === textFrame) onFrame(bytes.subarray(start, start + length));
    else if (kind === closeFrame) onClose();
    else throw new Error(`a frame of another kind came: ${kind}`);
    at = start + length;
  }
  return bytes.subarray(at);
}

/** With a mask of zeroes, as a browser's would be but for chance: the server does the same with any. */
function maskedFrame(text: string, kind = textFrame): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > 0xffff) throw new Error("such long frames are not sent here");
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 6 : 8);
  head.writeUInt8(kind, 0);
  head.writeUInt8(0x80 | (isShort ? payload.length : 126), 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
