import { SOCKET } from '@/lib/constants';

export type SocketState = 'connecting' | 'open' | 'closed';
/** `type` is sent as a string; a number counts too (decisions §13). */
export type SocketMessage = { type: string; data?: unknown };

/** Dependencies of a socket; tests supply their own. */
export type SocketOptions = {
  /** A ticket, asked for before each connection: it works once. */
  ticket: () => Promise<string>;
  address: (ticket: string) => string;
  onMessage: (message: SocketMessage) => void;
  onState: (state: SocketState) => void;
  pingMs?: number;
};

/**
 * The live connection (platform-services §4): ping every 3 s, closed when nothing came for 30 s, opened again after 2 s, given
 * up after 6 tries in a row. An open that succeeded gives all tries back.
 */
export class LiveSocket {
  private socket: WebSocket | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  /** Counts starts and stops: what an earlier run still waits for is dropped. */
  private run = 0;
  private stopped = true;
  private readonly of: SocketOptions;

  constructor(of: SocketOptions) {
    this.of = of;
  }

  start() {
    this.run++;
    this.stopped = false;
    this.failures = 0;
    void this.connect();
  }

  stop() {
    this.run++;
    this.stopped = true;
    this.drop();
    clearTimeout(this.again);
    this.of.onState('closed');
  }

  private async connect() {
    const run = this.run;
    this.of.onState('connecting');
    const ticket = await this.of.ticket().catch(() => null);
    if (run !== this.run) return;
    if (ticket === null) {
      this.lost();
      return;
    }
    const socket = new WebSocket(this.of.address(ticket));
    this.socket = socket;
    this.listen();
    socket.onopen = () => {
      this.failures = 0;
      this.of.onState('open');
      this.ping = setInterval(() => socket.send('{"type":"ping"}'), this.of.pingMs ?? SOCKET.ping);
    };
    socket.onmessage = (e) => {
      this.listen();
      const message = parse(e.data);
      if (message && message.type !== 'pong') this.of.onMessage(message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  /** Starts the wait for the next sign of life. */
  private listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), SOCKET.heartbeat);
  }

  private lost() {
    this.drop();
    if (this.stopped) return;
    this.failures++;
    if (this.failures > SOCKET.retries) {
      this.of.onState('closed');
      return;
    }
    this.of.onState('connecting');
    this.again = setTimeout(() => void this.connect(), SOCKET.reconnect);
  }

  private drop() {
    clearInterval(this.ping);
    clearTimeout(this.silence);
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }
}

function parse(text: unknown): SocketMessage | undefined {
  try {
    const message = JSON.parse(String(text));
    const type = message?.type;
    return typeof type === 'string' || typeof type === 'number' ? { ...message, type: String(type) } : undefined;
  } catch {
    return undefined;
  }
}
