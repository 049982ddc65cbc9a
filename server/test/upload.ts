import type { ErrorBody } from "@atoll/contract/errors/error-body";
import type { Attachment } from "@atoll/contract/files/schemas";
import type { TestServer } from "./harness.ts";

interface Uploader {
  session: { accessToken: string };
}

export interface TestFile {
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
  /** The type the browser declares. */
  type?: string;
  /** The kind of thing it is for. Defaults to a message. */
  kind?: string;
}

/** Uploads a file as a browser does, and expects success. */
export async function upload(
  server: Pick<TestServer, "url">,
  by: Uploader,
  file: TestFile,
): Promise<Attachment> {
  const response = await sendFile(server, by, file);
  if (response.status !== 201)
    throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { attachment: Attachment }).attachment;
}

/** Uploads a file and expects a refusal; answers its code. */
export async function refusedUpload(
  server: Pick<TestServer, "url">,
  by: Uploader,
  file: TestFile,
): Promise<string> {
  const response = await sendFile(server, by, file);
  if (response.status < 400) throw new Error(`the upload was not refused: ${response.status}`);
  const { error } = (await response.json()) as ErrorBody;
  return `${response.status} ${error.code}`;
}

function sendFile(
  server: Pick<TestServer, "url">,
  by: Uploader,
  { name, content, type, kind = "message" }: TestFile,
): Promise<Response> {
  const form = new FormData();
  form.append("file", new File([content], name, { type: type ?? "application/octet-stream" }));
  return fetch(new URL(`/api/attachments?kind=${kind}`, server.url), {
    method: "POST",
    headers: { authorization: `Bearer ${by.session.accessToken}` },
    body: form,
  });
}
