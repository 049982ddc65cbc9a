import { S3Client } from "@aws-sdk/client-s3";
import type { S3Config } from "../../configuration/s3-config.ts";

/** Includes the wait for a free socket, so that each kind of work has sockets of its own. */
const connectMs = 5_000;
/** For one answer: the longest is that to a part that was sent on a slow line. */
const answerMs = 60_000;
/** A reader keeps a socket as long as it reads. */
const readingSockets = 500;
const sendingSockets = 60;
const askingSockets = 6;

export interface S3Clients {
  /** Files that people read. */
  reading: S3Client;
  /** Uploads and everything else that changes objects. */
  sending: S3Client;
  /** The mark and health, which tell about the store and not about how many read. */
  asking: S3Client;
}

export function openClients(config: S3Config): S3Clients {
  return {
    reading: openClient(config, readingSockets),
    sending: openClient(config, sendingSockets),
    asking: openClient(config, askingSockets),
  };
}

function openClient({ endpoint, region, usesPathStyle, keys }: S3Config, maxSockets: number): S3Client {
  const agent = { keepAlive: true, maxSockets };
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    region,
    forcePathStyle: usesPathStyle,
    maxAttempts: 3,
    // Atoll compares hashes of its own, and several stores refuse the checksums that Amazon's client sends.
    requestChecksumCalculation: endpoint === undefined ? "WHEN_SUPPORTED" : "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
