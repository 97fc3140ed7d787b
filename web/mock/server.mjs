/**
 * Serves the mocked API, and a live connection that answers each ping and brings nothing. `scripts/dev.mjs` starts it for
 * `npm run dev`, and the test that walks all pages for itself.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { getResponse } from 'msw';
import { handlers } from './handlers.mjs';

const WEBSOCKET = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'; // RFC 6455
const PONG = Buffer.concat([Buffer.from([0x81, 15]), Buffer.from('{"type":"pong"}')]);

async function serve(incoming, outgoing) {
  const chunks = await incoming.toArray();
  const { method, headers } = incoming;
  const body = chunks.length > 0 && method !== 'GET' && method !== 'HEAD' ? Buffer.concat(chunks) : undefined;
  const request = new Request(`http://${headers.host}${incoming.url}`, { method, headers, body });
  const response = (await getResponse(handlers, request)) ?? new Response(null, { status: 404 });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function connect({ headers }, socket) {
  const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${WEBSOCKET}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on('data', () => socket.write(PONG));
  socket.on('error', () => socket.destroy());
}

/** Begins to serve on a free port, or the given one; returns the server and its address. */
export async function startMock(port = 0) {
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error) => {
      console.error(error);
      outgoing.writeHead(500).end();
    });
  });
  server.on('upgrade', connect);
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}
