// Adds a token to what passes, for clients that cannot send one: bearer_proxy.mjs URL TOKEN.
//
// It listens on a free loopback port and prints the address under which URL is reached through it. Host and Origin
// pass as they came, so that the server judges them; but a Host that names this proxy names the server there.

import { createServer, request } from "node:http";

const [url, token] = process.argv.slice(2);
const target = new URL(url);

const server = createServer((asked, answer) => {
  const own = `:${server.address().port}`;
  const swap = (value) => (value?.endsWith(own) ? value.slice(0, -own.length) + `:${target.port}` : value);
  const headers = { ...asked.headers, authorization: `Bearer ${token}`, host: swap(asked.headers.host) };
  if (asked.headers.origin) headers.origin = swap(asked.headers.origin);
  const options = { host: target.hostname, port: target.port, path: asked.url, method: asked.method, headers };
  const onward = request(options, (came) => {
    answer.writeHead(came.statusCode, came.headers);
    came.pipe(answer);
  });
  onward.on("error", (error) => {
    answer.writeHead(502).end(String(error));
  });
  asked.pipe(onward);
});

server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}${target.pathname}`);
});
