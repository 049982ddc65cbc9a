import { AppError } from "../../app-error.ts";
import type { S3Config } from "../../configuration/s3-config.ts";
import { StartError } from "../../log/start-error.ts";

type Explained = [problem: string, hint: string];

const keyHint = "Check ATOLL_S3_ACCESS_KEY_ID and ATOLL_S3_SECRET_ACCESS_KEY.";
const reachHint = "Check that it runs, and ATOLL_S3_ENDPOINT.";
const roomHint = "Make room there or raise the quota, and try again.";
const regionHint = "Check ATOLL_S3_REGION, ATOLL_S3_ENDPOINT and ATOLL_S3_PATH_STYLE.";
const encryptionHint = "Check ATOLL_S3_ENCRYPTION and ATOLL_S3_KMS_KEY_ID, and whether the key may be used.";

/** By the names of errors that S3 stores answer with. */
const known: Readonly<Record<string, Explained>> = {
  InvalidAccessKeyId: ["does not know this access key", keyHint],
  SignatureDoesNotMatch: ["does not accept the secret of this access key", keyHint],
  InvalidToken: ["does not accept this access key", keyHint],
  CredentialsProviderError: ["was given no access key", keyHint],
  RequestTimeTooSkewed: [
    "has another time than this machine",
    "Let both take their time from the network (NTP), then try again.",
  ],
  RequestExpired: [
    "has another time than this machine",
    "Let both take their time from the network (NTP), then try again.",
  ],
  AuthorizationHeaderMalformed: ["expects another region", regionHint],
  PermanentRedirect: ["has this bucket in another region", regionHint],
  IllegalLocationConstraintException: ["has this bucket in another region", regionHint],
  QuotaExceeded: ["has no room left", roomHint],
  InsufficientCapacity: ["has no room left", roomHint],
  InsufficientStorage: ["has no room left", roomHint],
  XMinioStorageFull: ["has no room left", roomHint],
  NotImplemented: ["does not know one of the settings", encryptionHint],
  InvalidEncryptionAlgorithmError: ["does not know this encryption", encryptionHint],
};

/**
 * Turns an error of the store into one that people and operators understand: the code for people, and as its cause the
 * sentence that a start, a command and the log print.
 */
export function failedStore(
  error: unknown,
  config: Pick<S3Config, "bucket" | "endpoint" | "encryption">,
): AppError {
  if (error instanceof AppError) return error;
  const where = storeName(config);
  const [problem, hint] = explain(error, config);
  const sentence = new StartError(`The S3 store ${where} ${problem}.`, hint, { cause: error });
  const code = hint === roomHint ? "storage_full" : "files_unavailable";
  return new AppError(code, { detail: sentence.message, cause: sentence });
}

export function storeName({ endpoint }: Pick<S3Config, "endpoint">): string {
  return endpoint === undefined ? "of Amazon" : `at ${URL.parse(endpoint)?.host ?? endpoint}`;
}

function explain(error: unknown, { bucket, encryption }: Pick<S3Config, "bucket" | "encryption">): Explained {
  const name = nameOf(error);
  const status = statusOf(error);
  const explained = known[name];
  if (explained) return explained;
  if (name === "NoSuchBucket" || name === "InvalidBucketName")
    return [`has no bucket ${bucket}`, "Make it, or name another with ATOLL_S3_BUCKET."];
  if (name.startsWith("KMS")) return ["cannot use the key for encryption", encryptionHint];
  if (status === 507) return ["has no room left", roomHint];
  if (status === 301) return ["has this bucket in another region", regionHint];
  if (status === 400 && encryption)
    return [`does not encrypt as it is told: ${reasonOf(error)}`, encryptionHint];
  if (status === 401 || status === 403)
    return [
      `does not let this access key use the bucket ${bucket}`,
      `${keyHint} It needs to read, write, list and delete.`,
    ];
  if (status === 404)
    return [
      "cannot be reached: something in front of it answers that there is no such page (404)",
      reachHint,
    ];
  if (status === undefined) return [`cannot be reached: ${reasonOf(error)}`, reachHint];
  return [`answers with an error: ${reasonOf(error)}`, "Its own log says more."];
}

/** The name of an error; the page of a gateway has none of the store's. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "Code" in error && typeof error.Code === "string" ? error.Code : error.name;
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("$metadata" in error)) return undefined;
  const { $metadata: metadata } = error;
  const isGiven = typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata;
  return isGiven && typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : undefined;
}

/** Failures of several addresses of one host come as one error without a message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  const code = "code" in error ? String(error.code) : error.name;
  return (error.message || (first instanceof Error ? first.message : "") || code).replace(/\.$/, "");
}
