import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

// Loaded before a reader of files and everything that it loads. Node's permissions do not cover the network. Without
// these modules, on which HTTP, TLS, fetch and WebSocket are built, a file cannot cause requests, such as for a remote
// image. The permissions already close the bindings below them.

function refuse(): never {
  throw new Error("a reader of files has no network");
}

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dgram.Socket.prototype.bind = refuse;
dgram.Socket.prototype.connect = refuse;
dgram.Socket.prototype.send = refuse;
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(resolver))
    if (/^(lookup|resolve|reverse)/.test(name)) Object.defineProperty(resolver, name, { value: refuse });
syncBuiltinESMExports();
