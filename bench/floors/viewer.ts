import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { answerMeasured } from "../probes/measured.ts";

// The least that finding the viewer can be: one HMAC over the token, its claims read, one look into a map. Started
// as a process of its own by the scenario; prints its address.
const key = Buffer.from(process.env.FLOOR_KEY ?? "", "hex");
const measured = answerMeasured();
const viewers = new Map<string, { id: string }>();

const server = createServer((request, response) => {
  const at = performance.now();
  const token = request.headers.authorization?.slice(7) ?? "";
  const cut = token.lastIndexOf(".");
  const signature = Buffer.from(token.slice(cut + 1), "base64url");
  const expected = createHmac("sha256", key).update(token.slice(0, cut)).digest();
  const isGood = signature.length === expected.length && timingSafeEqual(signature, expected);
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const viewer = viewers.get(claims.sid) ?? { id: claims.sub };
  viewers.set(claims.sid, viewer);
  measured.add("viewer", performance.now() - at);
  response.writeHead(isGood ? 200 : 401, { "content-type": "application/json" });
  response.end(JSON.stringify(viewer));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready at http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
});
process.on("SIGTERM", () => process.exit(0));
