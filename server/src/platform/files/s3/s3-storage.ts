import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { AppError } from "../../app-error.ts";
import type { S3Config } from "../../configuration/s3-config.ts";
import type { StartLog } from "../../log/start-log.ts";
import { type ByteRange, type FilePlace, type FileStorage, partsOfPlace } from "../file-storage.ts";
import { openStaging, type ReceivedFile, type StorageOptions } from "../staging.ts";
import { ChangedObject, checkedContent } from "./checked-content.ts";
import { failedStore, nameOf, statusOf, storeName } from "./explain-s3.ts";

/** Larger files are uploaded in parts of this size, of which two are in memory. 10,000 parts are the most. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
const connectMs = 5_000;
/** For one answer: the longest is that to a part that was sent on a slow line. */
const answerMs = 60_000;
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
  const client = openClient(config);
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
  const unlessMissing = <Result>(request: Promise<Result>): Promise<Result | undefined> =>
    request.catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw failed(error);
    });

  async function keep({ path, sizeBytes, sha256 }: ReceivedFile, place: FilePlace): Promise<void> {
    const target = objectAt(place);
    if (await unlessMissing(client.send(new HeadObjectCommand(target))))
      throw new Error(`the store already has ${target.Key}`);
    // Parts that fail are taken back by it, and those of a killed process by the sweep.
    const upload = new Upload({
      client,
      params: {
        ...target,
        ...encryptionOf(config),
        Body: createReadStream(path, { highWaterMark: 1024 * 1024 }),
        ContentType: "application/octet-stream",
        Metadata: { sha256, size: String(sizeBytes) },
      },
      partSize: partBytes,
      queueSize: partsAtOnce,
    });
    await asking(upload.done());
  }

  const staging = openStaging(folder, keep, options);

  async function read(place: FilePlace, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await unlessMissing(client.send(new GetObjectCommand({ ...objectAt(place), Range })));
    const stored = found && storedOf(found, range);
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

  async function abortUploads(olderThan: Date): Promise<void> {
    for (let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}; from; ) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...from }),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Initiated && Initiated < olderThan)
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
      await unlessMissing(client.send(new DeleteObjectCommand(objectAt(place))));
    },
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
      async readMark() {
        const found = await unlessMissing(client.send(new GetObjectCommand(at(markName))));
        return (await found?.Body?.transformToString())?.trim();
      },
      async writeMark(mark) {
        await asking(
          client.send(new PutObjectCommand({ ...at(markName), ...encryptionOf(config), Body: `${mark}\n` })),
        );
      },
      async removeMark() {
        await asking(client.send(new DeleteObjectCommand(at(markName))));
      },
      tryToWrite: staging.tryToWrite,
      async tryToStore() {
        const probe = at("probe");
        await asking(client.send(new PutObjectCommand({ ...probe, ...encryptionOf(config), Body: "Atoll" })));
        await asking(client.send(new DeleteObjectCommand(probe)));
      },
    },
  };
}

function openClient({ endpoint, region, usesPathStyle, keys }: S3Config): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    region,
    forcePathStyle: usesPathStyle,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
    },
  });
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

/** A bucket that does not exist is no missing file. An object without the range is another one than was stored. */
function isMissing(error: unknown): boolean {
  return [404, 416].includes(statusOf(error) ?? 0) && nameOf(error) !== "NoSuchBucket";
}

/** Undefined for an object that Atoll did not store as it is now. */
function storedOf(found: GetObjectCommandOutput, range: ByteRange | undefined) {
  const body = bodyOf(found);
  const { sha256, size } = found.Metadata ?? {};
  const total = range ? /\/(\d+)$/.exec(found.ContentRange ?? "")?.[1] : String(found.ContentLength ?? "");
  if (!body || !sha256 || !size || size !== total) return undefined;
  const sizeBytes = Number(size);
  const expected = range
    ? { sizeBytes: range.end - range.start + 1, sha256: undefined }
    : { sizeBytes, sha256 };
  return { body, sizeBytes, expected };
}

function bodyOf({ Body }: GetObjectCommandOutput): Readable | undefined {
  return Body instanceof Readable ? Body : undefined;
}
