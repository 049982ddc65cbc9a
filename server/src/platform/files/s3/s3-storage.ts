import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { addAbortSignal, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { AppError } from "../../app-error.ts";
import type { S3Config } from "../../configuration/s3-config.ts";
import type { StartLog } from "../../log/start-log.ts";
import { createFairTurns } from "../../turns/fair-turns.ts";
import { type ByteRange, type FilePlace, type FileStorage, partsOfPlace } from "../file-storage.ts";
import { openStaging, type ReceivedFile, type StorageOptions } from "../staging.ts";
import { ChangedObject, checkedContent } from "./checked-content.ts";
import { failedStore, nameOf, storeName } from "./explain-s3.ts";
import { openClients } from "./s3-clients.ts";

/** Larger files are uploaded in parts of this size, of which two are in memory. Very large ones have larger parts. */
const partBytes = 8 * 1024 * 1024;
const mostParts = 10_000;
const partsAtOnce = 2;
/** Uploads that send at the same time, because of their parts in memory; the others wait on disk. */
const uploadsAtOnce = 6;
/** The mark is a line. */
const markMs = 30_000;
const markName = "atoll-files-mark";

/**
 * Files as objects of a bucket, which all nodes share. Uploads are received on this machine, looked into, and then sent
 * in parts. Keys are hashes, so that nobody who sees the bucket's list reads names of files or people in it.
 * @param folder for files on their way to the bucket.
 */
export function openS3Storage(
  config: S3Config,
  folder: string,
  log: StartLog,
  options?: StorageOptions,
): FileStorage {
  const { bucket, prefix } = config;
  const clients = openClients(config);
  const sending = createFairTurns({ atOnce: uploadsAtOnce });
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  const objectAt = (place: FilePlace) => at(keyOf(place));
  let failedAt = Number.NEGATIVE_INFINITY;
  const failed = (error: unknown) => {
    failedAt = performance.now();
    return failedStore(error, config);
  };
  /** Sends a request, and explains its failure. */
  const asking = <Result>(request: Promise<Result>): Promise<Result> =>
    request.catch((error: unknown) => {
      throw failed(error);
    });
  let isRefusing = false;
  const storing = async (request: Promise<unknown>): Promise<void> => {
    try {
      await asking(request);
      isRefusing = false;
    } catch (error) {
      isRefusing = true;
      throw error;
    }
  };
  const unlessMissing = <Result>(request: Promise<Result>): Promise<Result | undefined> =>
    request.catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw failed(error);
    });

  /** The answer to a HEAD request does not tell whether the store or a gateway in front of it speaks. */
  async function has(target: ReturnType<typeof at>): Promise<boolean> {
    const first = clients.sending.send(new GetObjectCommand({ ...target, Range: "bytes=0-0" }));
    const found = await unlessMissing(
      first.catch((error: unknown) => {
        // An empty object.
        if (nameOf(error) === "InvalidRange") return {};
        throw error;
      }),
    );
    if (found && "Body" in found) bodyOf(found)?.destroy();
    return found !== undefined;
  }

  async function keep({ path, sizeBytes, sha256 }: ReceivedFile, place: FilePlace): Promise<void> {
    const target = objectAt(place);
    if (await has(target)) throw new Error(`the store already has ${target.Key}`);
    // Parts that fail are taken back by it, and those of a killed process by the sweep.
    const upload = new Upload({
      client: clients.sending,
      params: {
        ...target,
        ...encryptionOf(config),
        Body: createReadStream(path, { highWaterMark: 1024 * 1024 }),
        ContentType: "application/octet-stream",
        Metadata: { sha256, size: String(sizeBytes) },
      },
      partSize: Math.max(partBytes, Math.ceil(sizeBytes / mostParts)),
      queueSize: partsAtOnce,
    });
    await sending.run(randomUUID(), () => storing(upload.done()));
  }

  const staging = openStaging(folder, keep, options);

  async function read(place: FilePlace, range?: ByteRange, known?: string) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await unlessMissing(
      clients.reading.send(new GetObjectCommand({ ...objectAt(place), Range })).catch((error: unknown) => {
        // An object without the range is another one than was stored.
        if (range && nameOf(error) === "InvalidRange") return undefined;
        throw error;
      }),
    );
    const stored = found && storedOf(found, range, known);
    if (found && !stored) {
      bodyOf(found)?.destroy();
      log.error(`the object ${keyOf(place)} was changed: it is not what Atoll stored`);
    }
    if (!found || !stored) return undefined;
    const { body, sizeBytes, expected } = stored;
    const broken = (cause: unknown) => {
      log.error(
        `the object ${keyOf(place)} cannot be read: ${cause instanceof Error ? cause.message : cause}`,
      );
      return cause instanceof ChangedObject
        ? new AppError("attachment_not_found", { detail: `the object ${keyOf(place)} has changed`, cause })
        : failed(cause);
    };
    return { content: checkedContent(body, expected, broken), sizeBytes };
  }

  /** Only uploads to keys of Atoll's own: others may use the same bucket. */
  async function abortUploads(olderThan: Date): Promise<void> {
    const client = clients.sending;
    const Prefix = `${prefix}files/`;
    for (let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}; from; ) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix, ...from }),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Initiated && Initiated < olderThan && /^[0-9a-f]{64}$/.test(Key?.slice(Prefix.length) ?? ""))
          await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      const { NextKeyMarker, NextUploadIdMarker } = page;
      from =
        page.IsTruncated && NextKeyMarker
          ? { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
          : undefined;
    }
  }

  return {
    stage: staging.stage,
    read,
    async delete(place) {
      await unlessMissing(clients.sending.send(new DeleteObjectCommand(objectAt(place))));
    },
    discardReceived: staging.discardLeftOvers,
    async discardLeftOvers(olderThan) {
      await staging.discardLeftOvers(olderThan);
      await asking(abortUploads(olderThan)).catch((error: unknown) => {
        // Some stores list no unfinished uploads, and delete them by a rule of the bucket.
        if (!isUnknownRequest(error)) throw error;
      });
    },
    site: {
      name: `The bucket ${bucket}${prefix && ` (${prefix})`} of the S3 store ${storeName(config)}`,
      hint: "Name the right one with ATOLL_S3_BUCKET and ATOLL_S3_PREFIX, or bring the files there first with npm run move-files -- --to s3.",
      markPlace: `${prefix}${markName}`,
      isRemote: true,
      lastFailedAt: () => failedAt,
      isRefusing: () => isRefusing,
      async readMark(signal = AbortSignal.timeout(markMs)) {
        const request = new GetObjectCommand(at(markName));
        const found = await unlessMissing(clients.asking.send(request, { abortSignal: signal }));
        const body = found && bodyOf(found);
        return body && (await asking(text(addAbortSignal(signal, body)))).trim();
      },
      async writeMark(mark) {
        const object = { ...at(markName), ...encryptionOf(config), Body: `${mark}\n` };
        await asking(clients.asking.send(new PutObjectCommand(object)));
      },
      async removeMark() {
        await asking(clients.asking.send(new DeleteObjectCommand(at(markName))));
      },
      tryToWrite: staging.tryToWrite,
      async tryToStore() {
        const probe = at(`atoll-probe-${randomUUID()}`);
        const object = { ...probe, ...encryptionOf(config), Body: "Atoll" };
        await storing(clients.asking.send(new PutObjectCommand(object)));
        await asking(clients.asking.send(new DeleteObjectCommand(probe)));
      },
    },
  };
}

/** The key of an object: the rows know the place, and the random part of its name cannot be guessed. */
function keyOf(place: FilePlace): string {
  return `files/${createHash("sha256").update(partsOfPlace(place, []).join("/")).digest("hex")}`;
}

function encryptionOf({ encryption }: S3Config) {
  return encryption ? { ServerSideEncryption: encryption.algorithm, SSEKMSKeyId: encryption.keyId } : {};
}

function isUnknownRequest(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.cause : undefined;
  return nameOf(cause) === "NotImplemented";
}

/** The store's own word for a missing object: a gateway in front of it answers 404 for its reasons, too. */
function isMissing(error: unknown): boolean {
  return nameOf(error) === "NoSuchKey";
}

/**
 * Undefined for an object that Atoll did not store as it is now.
 * @param known proves an object that has lost its own hash.
 */
function storedOf(found: GetObjectCommandOutput, range: ByteRange | undefined, known: string | undefined) {
  const body = bodyOf(found);
  const total = range ? /\/(\d+)$/.exec(found.ContentRange ?? "")?.[1] : String(found.ContentLength ?? "");
  const { sha256 = known, size = known && total } = found.Metadata ?? {};
  if (!body || !sha256 || !size || size !== total) return undefined;
  const sizeBytes = Number(size);
  const expected = range
    ? { sizeBytes: range.end - range.start + 1, sha256: undefined }
    : { sizeBytes, sha256 };
  return { body, sizeBytes, expected };
}

/** A connection that breaks before anybody reads must not end the process; the reader learns of it later. */
function bodyOf({ Body }: GetObjectCommandOutput): Readable | undefined {
  return Body instanceof Readable ? Body.on("error", () => undefined) : undefined;
}
