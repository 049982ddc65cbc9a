import { z } from "zod";

/** A bucket of an S3 store for uploaded files. */
export interface S3Config {
  bucket: string;
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  /** In front of every key; empty or with a slash at its end. */
  prefix: string;
  /** The bucket is a part of the path instead of the host name. */
  usesPathStyle: boolean;
  /** Undefined to use what the machine has, such as a role in Amazon's cloud. */
  keys: { id: string; secret: string } | undefined;
  /** How the store encrypts each object. Undefined: as the bucket says. */
  encryption: { algorithm: "AES256" | "aws:kms"; keyId: string | undefined } | undefined;
}

/** The part of the environment that is about the bucket. */
export const s3Variables = {
  ATOLL_S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{1,255}$/, "the name of a bucket")
    .optional(),
  ATOLL_S3_ENDPOINT: z
    .string()
    .refine((text) => {
      const url = URL.parse(text);
      return /^https?:$/.test(url?.protocol ?? "") && !url?.username && !url?.search && !url?.hash;
    }, "an address like https://s3.example.com, without a password")
    .optional(),
  ATOLL_S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, "the name of a region")
    .default("us-east-1"),
  ATOLL_S3_PREFIX: z
    .string()
    .regex(
      /^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/,
      "letters, digits, dots and dashes, with slashes between them",
    )
    .max(200, "at most 200 characters")
    .optional(),
  ATOLL_S3_PATH_STYLE: z.enum(["0", "1", "true", "false"], { error: "1 or 0" }).optional(),
  ATOLL_S3_ACCESS_KEY_ID: z.string().min(1, "an access key").optional(),
  ATOLL_S3_SECRET_ACCESS_KEY: z.string().min(1, "the secret of the access key").optional(),
  ATOLL_S3_ENCRYPTION: z.enum(["AES256", "aws:kms"], { error: "AES256 or aws:kms" }).optional(),
  ATOLL_S3_KMS_KEY_ID: z.string().min(1, "the name of a key").optional(),
};

/** For each variable, those that it needs. */
export const s3Needs: readonly (readonly [name: keyof typeof s3Variables, by: keyof typeof s3Variables])[] = [
  ["ATOLL_S3_BUCKET", "ATOLL_S3_ENDPOINT"],
  ["ATOLL_S3_BUCKET", "ATOLL_S3_PREFIX"],
  ["ATOLL_S3_BUCKET", "ATOLL_S3_ACCESS_KEY_ID"],
  ["ATOLL_S3_BUCKET", "ATOLL_S3_ENCRYPTION"],
  ["ATOLL_S3_SECRET_ACCESS_KEY", "ATOLL_S3_ACCESS_KEY_ID"],
  ["ATOLL_S3_ACCESS_KEY_ID", "ATOLL_S3_SECRET_ACCESS_KEY"],
  ["ATOLL_S3_ENCRYPTION", "ATOLL_S3_KMS_KEY_ID"],
];

type S3Values = z.output<z.ZodObject<typeof s3Variables>>;

/** Undefined if files are in a folder. */
export function s3Of(value: S3Values): S3Config | undefined {
  const { ATOLL_S3_BUCKET: bucket, ATOLL_S3_ENDPOINT: endpoint, ATOLL_S3_PREFIX: prefix = "" } = value;
  if (bucket === undefined) return undefined;
  const { ATOLL_S3_ACCESS_KEY_ID: id, ATOLL_S3_SECRET_ACCESS_KEY: secret } = value;
  const pathStyle = value.ATOLL_S3_PATH_STYLE;
  const algorithm = value.ATOLL_S3_ENCRYPTION;
  return {
    bucket,
    endpoint,
    region: value.ATOLL_S3_REGION,
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
    usesPathStyle: pathStyle === undefined ? endpoint !== undefined : ["1", "true"].includes(pathStyle),
    keys: id !== undefined && secret !== undefined ? { id, secret } : undefined,
    encryption: algorithm && { algorithm, keyId: value.ATOLL_S3_KMS_KEY_ID },
  };
}
